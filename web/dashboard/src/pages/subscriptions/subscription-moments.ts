import { moneyText } from '../../parts/amounts.ts';
import { historyMoments } from '../../parts/history.ts';
import type { Moment } from '../../parts/timeline.ts';
import { openDisputeOf } from '../payments/disputes.ts';
import { paymentMoments } from '../payments/payment-moments.ts';
import { planOf, type Subscription } from './subscription-fields.ts';

/** A subscription's past and upcoming timeline entries. */
export function subscriptionMoments(subscription: Subscription): readonly Moment[] {
  const { id, createdAt, canceledAt, payments } = subscription;
  const shared = { detail: null, topic: 'money', kind: 'past' } as const;
  // Events at the same time are shown latest first.
  return [
    ...nextMoments(subscription),
    ...(canceledAt
      ? [{ ...shared, key: `${id} canceled`, at: canceledAt, title: 'Cancellation requested' }]
      : []),
    ...historyMoments(subscription),
    ...paymentMoments(payments),
    { ...shared, key: `${id} ordered`, at: createdAt, title: 'Ordered' },
  ];
}

function nextMoments(subscription: Subscription): readonly Moment[] {
  const { id, status, currentPeriodEnd: at, isInTrial, willRenew, priceSnapshot } = subscription;
  const { scheduledChange } = subscription;
  if (at === null) return [];
  if (willRenew && openDisputeOf([subscription])) return [];
  const price = moneyText(priceSnapshot.regularPhase.total, priceSnapshot.currency);
  const shared = { key: `${id} next`, at, topic: 'money' } as const;
  if (status === 'active' && scheduledChange) {
    // Its first charge may differ from its price.
    const title = `Changes to ${planOf(scheduledChange)}`;
    const page = `subscriptions/${scheduledChange.id}`;
    return [
      { ...shared, title, detail: 'Confirmed for the end of the period', kind: 'next', page },
    ];
  }
  if (status === 'active') {
    const title = isInTrial ? `Trial ends, then ${price}` : `Renews for ${price}`;
    return [{ ...shared, title, detail: 'Charged to the stored card', kind: 'next' }];
  }
  if (status === 'canceling') {
    return [{ ...shared, title: 'Ends', detail: 'No further charge', kind: 'next' }];
  }
  if (status === 'past_due') {
    const detail = 'Retried 1, 3, 5 and 7 days after the first failure, then canceled';
    return [{ ...shared, title: `Unpaid: ${price}`, detail, kind: 'problem' }];
  }
  return [];
}
