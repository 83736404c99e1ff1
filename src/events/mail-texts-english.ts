import type { MailFacts, MailLanguage, MailRow, RecipientType } from './mail-texts.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Subject, heading and paragraphs; the rows are the same for all. */
type Wording = (data: Fields, store: string) => readonly [string, string, ...string[]];

const product = (data: Fields) => word(data.productName) || 'your purchase';
const sum = (data: Fields) => amount(data.amount, data.currency);

/** By recipient and type. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  'merchant/order.completed': (data, store) => [
    `New order: ${product(data)}, ${sum(data)}`,
    'New order',
    `${word(data.buyerEmail)} bought ${product(data)} from ${store}.`,
  ],
  'merchant/subscription.activated': (data, store) => [
    `New subscription: ${product(data)}`,
    'New subscription',
    `${word(data.buyerEmail)} subscribed to ${product(data)} at ${store}.`,
  ],
  'merchant/subscription.renewed': (data) => [
    `Subscription renewed: ${product(data)}, ${sum(data)}`,
    'Subscription renewed',
    `The subscription of ${word(data.buyerEmail)} to ${product(data)} was renewed.`,
  ],
  'merchant/subscription.canceling': (data) => [
    `Subscription canceled: ${product(data)}`,
    'A subscriber canceled',
    `${word(data.buyerEmail)} canceled ${product(data)} and keeps access until the period ends.`,
  ],
  'merchant/subscription.uncanceled': (data) => [
    `Subscription reactivated: ${product(data)}`,
    'Cancellation withdrawn',
    `${word(data.buyerEmail)} keeps the subscription to ${product(data)}.`,
  ],
  'merchant/subscription.plan_changed': (data) => [
    `Plan changed: ${product(data)}`,
    'Plan changed',
    `${word(data.buyerEmail)} changed the plan to ${product(data)}.`,
  ],
  'merchant/subscription.canceled': (data) => [
    `Subscription ended: ${product(data)}`,
    'Subscription ended',
    `The subscription of ${word(data.buyerEmail)} to ${product(data)} has ended.`,
  ],
  'merchant/subscription.past_due': (data) => [
    `Payment failed: ${product(data)}`,
    'A renewal could not be charged',
    `The renewal of ${product(data)} for ${word(data.buyerEmail)} failed. It is tried again.`,
  ],
  'merchant/refund.succeeded': (data) => [
    `Refund completed: ${amount(data.refundedAmount, data.currency)}`,
    'Refund completed',
    `A refund for ${product(data)} was paid to ${word(data.buyerEmail)}.`,
  ],
  'merchant/webhook.failing': (data, store) => [
    `A webhook of ${store} is failing`,
    'A webhook gets no answer',
    `Every delivery to ${word(data.host)} has failed since ${word(data.since)}. Deliveries are tried again; after five days without one success the webhook is disabled.`,
  ],
  'merchant/webhook.disabled': (data, store) => [
    `A webhook of ${store} was disabled`,
    'A webhook was disabled',
    `The webhook to ${word(data.host)} ${word(data.reason) === 'gone' ? 'answered that it is gone (status 410)' : 'has failed for five days'} and gets nothing more. Once it works, enable it in the dashboard: the events it missed are delivered then.`,
  ],
  'merchant/kyb_ticket.succeeded': (_data, store) => [
    `${store} is enabled for production`,
    'Your store can take real payments',
    `The verification of ${store} is complete. Publish your products to start selling.`,
  ],
  'merchant/kyb_ticket.rejected': (_data, store) => [
    `The verification of ${store} was declined`,
    'Your verification was declined',
    `${store} is not enabled for production. You can submit another ticket.`,
  ],
  'buyer/order.completed': (data, store) => [
    `Your order from ${store}`,
    'Thank you for your order',
    `Your payment for ${product(data)} was received.`,
  ],
  'buyer/subscription.activated': (data, store) => [
    `Your subscription to ${product(data)} at ${store}`,
    'Your subscription has started',
    'It renews by itself at the end of each period until you cancel.',
  ],
  'buyer/trial_started': (data, store) => [
    `Your free trial of ${product(data)} at ${store}`,
    'Your free trial has started',
    'You are charged when the trial ends, unless you cancel before.',
  ],
  'buyer/subscription.renewed': (data, store) => [
    `Your subscription at ${store} was renewed`,
    'Your subscription was renewed',
    `Your payment for ${product(data)} was received.`,
  ],
  'buyer/subscription.canceling': (data, store) => [
    `Your cancellation at ${store}`,
    'Your subscription is canceled',
    `You keep access to ${product(data)} until the period ends. Nothing more is charged.`,
  ],
  'buyer/subscription.plan_changed': (data, store) => [
    `Your plan at ${store} was changed`,
    'Your plan was changed',
    `You are now subscribed to ${product(data)}.`,
  ],
  'buyer/subscription.canceled': (data, store) => [
    `Your subscription at ${store} has ended`,
    'Your subscription has ended',
    `Your access to ${product(data)} has ended.`,
  ],
  'buyer/subscription.past_due': (data, store) => [
    `Your payment to ${store} failed`,
    'Your payment failed',
    `We could not charge you for ${product(data)}. We will try again in the next days.`,
  ],
  'buyer/refund.succeeded': (data, store) => [
    `Your refund from ${store}`,
    'Your refund is on its way',
    `${amount(data.refundedAmount, data.currency)} for ${product(data)} goes back to the way you paid.`,
  ],
  'buyer/subscription.trial_ending': (data, store) => [
    `Your trial at ${store} ends soon`,
    'Your trial ends soon',
    `After it, ${product(data)} costs ${sum(data)} a period. Cancel before to pay nothing.`,
  ],
  'buyer/subscription.upcoming_charge': (data, store) => [
    `Your subscription at ${store} renews soon`,
    'Your subscription renews soon',
    `${sum(data)} will be charged for ${product(data)}.`,
  ],
  'address/support_email.code': (_data, store) => [
    `Confirm this address for ${store}`,
    'Your confirmation code',
    `Enter this code to make this the support address of ${store}. It is valid for 10 minutes.`,
    'If you did not ask for it, ignore this message: nothing happens without the code.',
  ],
};

/** The English texts. */
export const english: MailLanguage = {
  tag: 'en',
  testMark: '[Test]',
  footer: (recipient, store) =>
    recipient === 'merchant'
      ? `You get this because you manage ${store}.`
      : `Sent on behalf of ${store}.`,
  unsubscribe: 'Stop these notifications',
  text: (recipient, facts) => {
    const [subject, heading, ...paragraphs] = wordingOf(recipient, facts);
    const { code } = facts.data;
    const rows = rowsOf(facts.data, recipient);
    return { subject, heading, paragraphs, rows, ...(code ? { code: word(code) } : {}) };
  },
};

function wordingOf(recipient: RecipientType, facts: MailFacts): ReturnType<Wording> {
  const isTrial = facts.type === 'subscription.activated' && facts.data.periodNumber === 0;
  const key = `${recipient}/${isTrial && recipient === 'buyer' ? 'trial_started' : facts.type}`;
  const wording = WORDINGS[key];
  return wording?.(facts.data, facts.storeName) ?? [facts.type, facts.type];
}

function rowsOf(data: Fields, recipient: RecipientType): MailRow[] {
  const rows: MailRow[] = [
    { label: 'Product', value: word(data.productName) },
    { label: 'Amount', value: sum(data) },
    { label: 'Refunded', value: amount(data.refundedAmount, data.currency) },
    { label: 'Paid with', value: paidWith(data) },
    { label: 'Date', value: word(data.paymentDate) },
    { label: 'Buyer', value: recipient === 'merchant' ? word(data.buyerEmail) : '' },
    { label: 'Current period', value: periodOf(data) },
    { label: 'Next charge', value: word(data.chargeDate) },
    { label: 'Reason', value: word(data.refundReason ?? data.paymentFailureReason) },
    { label: 'Note', value: word(data.note) },
    { label: 'Order', value: word(data.orderId) },
  ];
  return rows.filter(({ value }) => value !== '');
}

function periodOf({ currentPeriodStart: start, currentPeriodEnd: end }: Fields): string {
  return word(start) && word(end) ? `${word(start)} to ${word(end)}` : '';
}

function paidWith({ paymentMethod, paymentLast4 }: Fields): string {
  return [word(paymentMethod), word(paymentLast4) && `•••• ${word(paymentLast4)}`]
    .filter(Boolean)
    .join(' ');
}

function amount(value: unknown, currency: unknown): string {
  return word(value) && word(currency) ? `${word(value)} ${word(currency)}` : '';
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
