import type { MailWords } from './event-type.ts';
import { describeEvent, isEventType } from './event-types.ts';
import type { Fields, MailFacts, MailLanguage, MailRow, RecipientType } from './mail-text.ts';
import { accountWordings, type Wording } from './mail-texts-account.ts';
import { word } from './mail-word.ts';
import { shownAmount } from './shown-amount.ts';

const sum = (data: Fields) => amount(shownAmount(data), data.currency);

/** Mails without an event, by recipient and type. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  'merchant/webhook.failing': (data, store) => [
    `A webhook of ${store} is failing`,
    'A webhook isn’t responding',
    `Every delivery to ${word(data.host)} has failed since ${word(data.since)}. Each one is retried several times. If deliveries keep failing for five days, the webhook is disabled.`,
  ],
  'merchant/webhook.disabled': (data, store) => [
    `A webhook of ${store} was disabled`,
    'A webhook was disabled',
    `The webhook to ${word(data.host)} ${word(data.reason) === 'gone' ? 'responded that it is gone (status 410)' : 'has failed for five days'}, so deliveries have stopped. Once it works again, enable it in the dashboard, and the events it missed will be delivered, at most the first 10,000.`,
  ],
  'merchant/payment.disputed': (data, store) => [
    `A buyer of ${store} disputed a payment`,
    'A payment is disputed',
    ...aboutDispute(data),
  ],
  'merchant/kyb_ticket.succeeded': (_data, store) => [
    `${store} is enabled for production`,
    'Your store can take real payments',
    `The verification of ${store} is complete. Publish your products to start selling.`,
  ],
  'merchant/kyb_ticket.rejected': (_data, store) => [
    `The verification of ${store} was declined`,
    'Your verification was declined',
    `${store} isn’t enabled for production. You can submit another ticket.`,
  ],
  ...accountWordings,
  'address/support_email.code': (_data, store) => [
    `Confirm this address for ${store}`,
    'Your confirmation code',
    `Enter this code to make this the support address of ${store}. It is valid for 10 minutes.`,
    'If you didn’t request it, ignore this message. Nothing changes without the code.',
  ],
};

/** A dispute may be decided before it is known. */
function aboutDispute(data: Fields): string[] {
  const claim = `The buyer asked the bank to return ${sum(data)}`;
  if (data.disputeStatus === 'won') {
    return [`${claim}, and the bank decided for you: the payment stays yours.`];
  }
  if (data.disputeStatus === 'lost') {
    const end = data.stoppedOrderId ? ', and the subscription ends' : '';
    return [`${claim}, and the bank decided for the buyer: the payment provider returns it${end}.`];
  }
  const pause = data.stoppedOrderId ? ', and the subscription doesn’t renew in the meantime' : '';
  return [
    `${claim}. The payment provider withholds this amount until the bank decides${pause}.`,
    'Respond to the dispute through the payment provider. A receipt, and proof that the buyer received or used the product, will help.',
  ];
}

/** Texts of mails to merchants and to addresses, in English only. */
export const english: MailLanguage = {
  tag: 'en',
  testMark: '[Test]',
  footer: (recipient, store) =>
    recipient === 'merchant'
      ? `You’re receiving this because you manage ${store}.`
      : `Sent on behalf of ${store}.`,
  unsubscribe: 'Stop these notifications',
  subject: (recipient, facts) => wordingOf(recipient, facts)[0],
  text: (recipient, facts) => {
    const [subject, heading, ...paragraphs] = wordingOf(recipient, facts);
    const { code, linkStart } = facts.data;
    const rows = rowsOf(facts.data, recipient);
    const shared = { subject, heading, paragraphs, rows };
    if (!code) return shared;
    if (!linkStart) return { ...shared, code: word(code) };
    return { ...shared, link: { url: word(linkStart) + word(code), label: heading } };
  },
};

function wordingOf(recipient: RecipientType, facts: MailFacts): ReturnType<Wording> {
  const { type, data, storeName } = facts;
  const text = recipient === 'merchant' && isEventType(type) && describeEvent(type).merchantMail;
  if (text) return text.text(wordsOf(data, storeName));
  return WORDINGS[`${recipient}/${type}`]?.(data, storeName) ?? [type, type];
}

function wordsOf(data: Fields, store: string): MailWords {
  return {
    product: word(data.productName) || 'your purchase',
    amount: sum(data),
    refunded: amount(data.refundedAmount, data.currency),
    buyer: word(data.buyerEmail),
    store,
  };
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
    { label: 'Reason', value: word(reasonIn(data)) },
    { label: 'Respond by', value: word(data.respondBy) },
    { label: 'Note', value: word(data.note) },
    { label: 'Order', value: word(data.orderId) },
  ];
  return rows.filter(({ value }) => value !== '');
}

function reasonIn(data: Fields): unknown {
  const { refundReason, paymentFailureReason, disputeReason, fraudWarningReason } = data;
  const suspicion = word(fraudWarningReason).replaceAll('_', ' ');
  return refundReason ?? paymentFailureReason ?? disputeReason ?? suspicion;
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
