import type { Subscription } from './subscription-fields.ts';

/** One thing that happened to a subscription, or will. */
export interface Moment {
  readonly at: string;
  readonly title: string;
  readonly detail: string | null;
  readonly kind: 'past' | 'problem' | 'next';
}

/** What has happened to a subscription and what comes next, oldest first. */
export function timelineOf(subscription: Subscription): readonly Moment[] {
  const { createdAt, canceledAt, payments } = subscription;
  const moments: Moment[] = [
    { at: createdAt, title: 'Ordered', detail: null, kind: 'past' },
    ...payments.map(momentOfPayment),
  ];
  if (canceledAt) {
    moments.push({ at: canceledAt, title: 'Cancellation requested', detail: null, kind: 'past' });
  }
  const sorted = moments.toSorted((left, right) => left.at.localeCompare(right.at));
  return [...sorted, ...nextMoments(subscription)];
}

function momentOfPayment(payment: Subscription['payments'][number]): Moment {
  const { createdAt: at, status, amount, periodNumber, failureReason } = payment;
  const sum = `${amount.display} ${amount.currency}`;
  const period = periodNumber === null ? '' : ` for period ${periodNumber}`;
  if (status === 'succeeded') {
    return { at, title: `Paid ${sum}`, detail: `Charged${period}`, kind: 'past' };
  }
  if (status === 'pending') {
    return { at, title: `Charging ${sum}`, detail: `Begun${period}`, kind: 'past' };
  }
  return { at, title: `Payment of ${sum} failed`, detail: failureReason, kind: 'problem' };
}

function nextMoments(subscription: Subscription): readonly Moment[] {
  const { status, currentPeriodEnd: at, isInTrial, priceSnapshot } = subscription;
  if (at === null) return [];
  const price = `${priceSnapshot.regularPhase.total} ${priceSnapshot.currency}`;
  if (status === 'active') {
    const title = isInTrial ? `Trial ends, then ${price}` : `Renews for ${price}`;
    return [{ at, title, detail: 'Charged to the stored card', kind: 'next' }];
  }
  if (status === 'canceling') {
    return [{ at, title: 'Ends', detail: 'No further charge', kind: 'next' }];
  }
  if (status === 'past_due') {
    const detail = 'Tried again 1, 3, 5 and 7 days after the first failure, then canceled';
    return [{ at, title: `Unpaid: ${price}`, detail, kind: 'problem' }];
  }
  return [];
}
