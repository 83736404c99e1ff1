import { describeEvent, type EventType } from './event-types.ts';
import { shownAmount } from './shown-amount.ts';

/** A chat message about an event, before any platform's markup. */
export interface Notice {
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Labels are our own. Values come from merchants and buyers and are plain text. */
  readonly fields: readonly NoticeField[];
  readonly occurredAt: Date;
}

export interface NoticeField {
  readonly label: string;
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The notice for a recorded envelope (docs/contract/events.md#envelope). */
export function noticeOf(type: EventType, body: string): Notice {
  const envelope = JSON.parse(body) as Fields;
  const data = (envelope.data ?? {}) as Fields;
  const { title, tone } = describeEvent(type).notice;
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
      field('Amount', amountOf(shownAmount(data), data.currency)),
      field('Refunded', amountOf(data.refundedAmount, data.currency)),
      field('Reason', reasonOf(data)),
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

/** Why something failed, was refunded or is suspected to be fraud. */
function reasonOf(data: Fields): unknown {
  const { refundFailureReason, refundReason, paymentFailureReason, fraudWarningReason } = data;
  return refundFailureReason ?? refundReason ?? paymentFailureReason ?? fraudWarningReason;
}

/** The product, or for a plan change the old and new products. */
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
