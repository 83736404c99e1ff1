import type { EventType } from './webhooks.ts';

/** What each event means, in the order of the form. The types demand that none is missing. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'order.completed': 'A one-time order was paid.',
  'subscription.activated': 'A subscription began, with a payment or a free trial.',
  'subscription.payment_succeeded': 'A renewal or a plan change was paid; not the first payment.',
  'subscription.renewed': 'A later period began.',
  'subscription.recovered': 'A payment went through after it had failed.',
  'subscription.past_due': 'A payment failed; it is tried again for a week.',
  'subscription.canceling': 'It was canceled and ends with the paid period.',
  'subscription.uncanceled': 'The cancellation was withdrawn in time.',
  'subscription.canceled': 'It has ended.',
  'subscription.updated': 'The plan changed. Sent beside plan_changed.',
  'subscription.plan_changed': 'The buyer is on another plan now.',
  'subscription.plan_change_scheduled': 'The plan changes when the period ends.',
  'subscription.plan_change_failed': 'The plan could not be changed.',
  'refund.succeeded': 'Money was paid back.',
  'refund.failed': 'A refund could not be paid out.',
};

export interface EventGroup {
  readonly label: string;
  readonly types: readonly EventType[];
}

export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[];

const isPlanChange = (type: EventType) =>
  type === 'subscription.updated' || type.startsWith('subscription.plan_');

/** The events as the form groups them. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  { label: 'Orders', types: EVENT_TYPES.filter((type) => type.startsWith('order.')) },
  {
    label: 'Subscriptions',
    types: EVENT_TYPES.filter((type) => type.startsWith('subscription.') && !isPlanChange(type)),
  },
  { label: 'Plan changes', types: EVENT_TYPES.filter(isPlanChange) },
  { label: 'Refunds', types: EVENT_TYPES.filter((type) => type.startsWith('refund.')) },
];
