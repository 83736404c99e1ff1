import { moneyText } from '../../parts/amounts.ts';
import { planOf, type ScheduledChange } from '../subscriptions/subscription-fields.ts';

/** Fields of a running subscription used by the test clock. */
export interface RunningSubscription {
  readonly id: string;
  readonly status: string;
  readonly buyerEmail: string;
  /** Null while an open dispute keeps it from renewing. */
  readonly nextStepAt: string | null;
  readonly isInTrial: boolean;
  readonly priceSnapshot: {
    readonly currency: string;
    readonly regularPhase: { readonly total: string };
  };
  readonly subscriptionProduct: { readonly name: string } | null;
  readonly scheduledChange: Pick<ScheduledChange, 'subscriptionProduct'> | null;
}

/** An event that happens when the clock is moved past it. */
export interface Upcoming {
  readonly orderId: string;
  readonly at: string;
  readonly what: string;
  readonly who: string;
}

/** Upcoming due events of running subscriptions, soonest first. */
export function upcomingOf(subscriptions: readonly RunningSubscription[]): readonly Upcoming[] {
  return subscriptions
    .flatMap((subscription) => {
      const { id: orderId, nextStepAt: at, buyerEmail: who } = subscription;
      return at === null ? [] : [{ orderId, at, who, what: whatOf(subscription) }];
    })
    .toSorted((left, right) => left.at.localeCompare(right.at));
}

/** When the first event after `now` is due; null if there is none. */
export function nextDueAfter(upcoming: readonly Upcoming[], now: string): string | null {
  return upcoming.find(({ at }) => at > now)?.at ?? null;
}

function whatOf(subscription: RunningSubscription): string {
  const { status, isInTrial, priceSnapshot, subscriptionProduct, scheduledChange } = subscription;
  const name = subscriptionProduct?.name ?? 'A deleted plan';
  const price = moneyText(priceSnapshot.regularPhase.total, priceSnapshot.currency);
  if (status === 'canceling') return `${name} ends`;
  if (status === 'past_due') return `${name} is past due: ${price} will be retried`;
  if (scheduledChange) return `${name} changes to ${planOf(scheduledChange)}`;
  return isInTrial
    ? `Trial of ${name} ends and ${price} is charged`
    : `${name} renews for ${price}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The time the given number of days or calendar months later, in UTC; the day stays within the
 * month.
 */
export function later(iso: string, { days = 0, months = 0 }: { days?: number; months?: number }) {
  const date = new Date(iso);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return new Date(date.getTime() + days * DAY_MS).toISOString();
}
