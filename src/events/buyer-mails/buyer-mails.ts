import type { Language } from '../../kit/languages.ts';
import { caseOf, type MailTexts, mailTextsFor, textsFor } from '../../texts/texts.ts';
import type { MailFacts, MailRow, MailText } from '../mail-text.ts';
import { shownAmount } from '../shown-amount.ts';
import { formatDay, formatDays, formatSum, wordOf } from './mail-values.ts';

/** A language's mails to buyers. */
export interface BuyerMails {
  readonly testMark: string;
  readonly footer: (store: string) => string;
  /** Null if buyers get no mail of this name. */
  readonly text: (name: string, facts: MailFacts) => MailText | null;
  /** The text's subject; null if buyers get no mail of this name. */
  readonly subject: (name: string, facts: MailFacts) => string | null;
}

/** The table's entries that are mails: event types, and mails without an event. */
export type BuyerMailName = {
  [Name in keyof MailTexts]: MailTexts[Name] extends { subject: unknown } ? Name : never;
}[keyof MailTexts];

/** The mails to buyers in one language, with its dates and amounts. */
export function buyerMails(language: Language): BuyerMails {
  const texts = mailTextsFor(language);
  return {
    testMark: texts.testMark,
    footer: (store) => texts.footer({ store }),
    text: (name, facts) => (isBuyerMail(name, texts) ? textOf(name, facts, texts, language) : null),
    subject: (name, facts) =>
      isBuyerMail(name, texts) ? texts[name].subject(valuesOf(facts, texts, language)) : null,
  };
}

function textOf(
  name: BuyerMailName,
  facts: MailFacts,
  texts: MailTexts,
  language: Language,
): MailText {
  const data = plannedOf(facts);
  const { subject, heading, text } = texts[name];
  const values = valuesOf(facts, texts, language);
  const paragraph = typeof text === 'string' ? text : text(values);
  const rows = rowsOf(data, texts, language);
  const shared = { subject: subject(values), heading, paragraphs: [paragraph], rows };
  const link = linkOf(data, texts);
  return link ? { ...shared, link } : shared;
}

/** The values of subjects and paragraphs. */
function valuesOf(facts: MailFacts, texts: MailTexts, language: Language) {
  const data = plannedOf(facts);
  return {
    store: facts.storeName,
    product: wordOf(data.productName) || texts.purchase,
    current: wordOf(facts.data.productName) || texts.purchase,
    date: formatDay(data.chargeDate, language),
    amount: formatSum(data.amount, data.currency, language),
    refunded: formatSum(data.refundedAmount, data.currency, language),
  };
}

/** Mails about a plan change show what it costs; while it hasn't happened, the new plan. */
function plannedOf({ type, data }: MailFacts): MailFacts['data'] {
  const shown = { ...data, amount: shownAmount(data) };
  if (!type.startsWith('subscription.plan_change_')) return shown;
  return {
    ...shown,
    productName: data.targetProductName,
    chargeDate: data.effectiveAt,
    currentPeriodEnd: undefined,
  };
}

/** A link into the portal: with a code that logs the buyer in, or to its login page. */
function linkOf(
  { code, linkStart, portalUrl }: MailFacts['data'],
  texts: MailTexts,
): MailText['link'] {
  if (wordOf(code)) return { url: wordOf(linkStart) + wordOf(code), label: texts.openPortal };
  return wordOf(portalUrl) ? { url: wordOf(portalUrl), label: texts.openPortal } : undefined;
}

function isBuyerMail(name: string, texts: MailTexts): name is BuyerMailName {
  const entry: unknown = Object.hasOwn(texts, name) ? texts[name as keyof MailTexts] : null;
  return typeof entry === 'object' && entry !== null && 'subject' in entry;
}

function rowsOf(
  data: MailFacts['data'],
  { rows, ...texts }: MailTexts,
  language: Language,
): MailRow[] {
  const { currentPeriodStart: start, currentPeriodEnd: end } = data;
  // Not `refundReason`, which may be the merchant's own note.
  const reason = caseOf(textsFor(language).declineReasons, wordOf(data.paymentFailureReason));
  const all: MailRow[] = [
    { label: rows.product, value: wordOf(data.productName) },
    { label: rows.amount, value: formatSum(data.amount, data.currency, language) },
    { label: rows.refunded, value: formatSum(data.refundedAmount, data.currency, language) },
    { label: rows.paidWith, value: paidWith(data, texts.methods) },
    { label: rows.date, value: formatDay(data.paymentDate, language) },
    { label: rows.period, value: formatDays(start, end, language) },
    { label: rows.nextCharge, value: formatDay(data.chargeDate, language) },
    { label: rows.reason, value: reason ?? '' },
    { label: rows.order, value: wordOf(data.orderId) },
  ];
  return all.filter(({ value }) => value !== '');
}

function paidWith(data: MailFacts['data'], methods: MailTexts['methods']): string {
  const last4 = wordOf(data.paymentLast4);
  const method = nameOf(methods, wordOf(data.paymentMethod));
  return [method, last4 && `•••• ${last4}`].filter(Boolean).join(' ');
}

/** The case's text, or the case itself if it has none. */
function nameOf(texts: Readonly<Record<string, string>>, name: string): string {
  return caseOf(texts, name) ?? name;
}
