import type { EventType } from './event-types.ts';

/** What a chat message says about an event, before any platform's markup. */
export interface Notice {
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Labels are ours; values come from merchants and buyers and are plain text. */
  readonly fields: readonly NoticeField[];
  readonly occurredAt: Date;
}

export interface NoticeField {
  readonly label: string;
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

const TITLES: Readonly<Record<EventType, readonly [string, Notice['tone']]>> = {
  'order.completed': ['New order', 'good'],
  'subscription.activated': ['New subscription', 'good'],
  'subscription.payment_succeeded': ['Subscription payment received', 'good'],
  'subscription.renewed': ['Subscription renewed', 'good'],
  'subscription.recovered': ['Subscription recovered', 'good'],
  'subscription.canceling': ['Subscription ends with its period', 'bad'],
  'subscription.uncanceled': ['Cancellation withdrawn', 'good'],
  'subscription.updated': ['Subscription updated', 'neutral'],
  'subscription.plan_changed': ['Plan changed', 'neutral'],
  'subscription.plan_change_scheduled': ['Plan change scheduled', 'neutral'],
  'subscription.plan_change_failed': ['Plan change failed', 'bad'],
  'subscription.canceled': ['Subscription canceled', 'bad'],
  'subscription.past_due': ['Subscription payment failed', 'bad'],
  'refund.succeeded': ['Refund completed', 'neutral'],
  'refund.failed': ['Refund failed', 'bad'],
};

/** The notice of a recorded envelope (docs/contract/events.md#envelope). */
export function noticeOf(type: EventType, body: string): Notice {
  const envelope = JSON.parse(body) as Fields;
  const data = (envelope.data ?? {}) as Fields;
  const [title, tone] = TITLES[type];
  const occurredAt = new Date(String(envelope.timestamp));
  const marks = [
    envelope.mode === 'test' ? '[Test] ' : '',
    data.sample === true ? '[Sample] ' : '',
  ];
  return {
    title: marks.join('') + title,
    tone,
    fields: [
      field('Product', plansOf(data)),
      field('Amount', amountOf(data.amount, data.currency)),
      field('Refunded', amountOf(data.refundedAmount, data.currency)),
      field('Reason', data.refundReason ?? data.paymentFailureReason),
      field('Buyer', data.buyerEmail),
      field('Customer', data.merchantProvidedBuyerIdentity),
      field('Period', periodOf(data.currentPeriodStart, data.currentPeriodEnd)),
      field('Order', data.orderId),
      field('Reference', data.orderMerchantExternalId),
      field('Store', envelope.storeName),
      field('Time', readableTime(occurredAt)),
    ].filter(({ value }) => value !== ''),
    occurredAt,
  };
}

function field(label: string, value: unknown): NoticeField {
  return { label, value: typeof value === 'string' ? value.trim() : '' };
}

/** The product, or of a plan change the one before and the one after it. */
function plansOf({ previousProductName, productName, targetProductName }: Fields): string {
  return [previousProductName, productName, targetProductName]
    .filter((name) => typeof name === 'string')
    .join(' → ');
}

function amountOf(amount: unknown, currency: unknown): string {
  return typeof amount === 'string' && typeof currency === 'string' ? `${amount} ${currency}` : '';
}

function periodOf(start: unknown, end: unknown): string {
  return typeof start === 'string' && typeof end === 'string' ? `${start} to ${end}` : '';
}

function readableTime(time: Date): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${time.toLocaleString('en-GB', format)} UTC`;
}
