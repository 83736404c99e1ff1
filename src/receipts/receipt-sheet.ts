import { regionLine } from '../domain/checkout/region-line.ts';
import { cardBrandName } from '../kit/card-brands.ts';
import { formatMoney } from '../kit/format-money.ts';
import { encodeId } from '../kit/id.ts';
import { directionOf } from '../kit/languages.ts';
import { formatAmount } from '../kit/money.ts';
import { plainLine } from '../kit/text.ts';
import { type ReceiptTexts, receiptTextsFor, textsFor } from '../texts/texts.ts';
import type { Receipt } from './receipt.queries.ts';

/** A receipt as shown on the page and in the PDF: plain texts, nothing left to compute. */
export interface ReceiptSheet {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** Null for real money. */
  readonly testMark: string | null;
  /** `PAY_xxx` or `REF_xxx`: the receipt's number. */
  readonly number: string;
  readonly storeName: string;
  readonly facts: readonly SheetRow[];
  readonly seller: SheetBlock;
  readonly buyer: SheetBlock;
  readonly heads: SheetRow;
  readonly items: readonly SheetItem[];
  /** The last one is the amount that moved. */
  readonly totals: readonly SheetRow[];
  readonly footer: string | null;
}

export interface SheetRow {
  readonly label: string;
  readonly value: string;
}

export interface SheetBlock {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface SheetItem extends SheetRow {
  /** Details about the item, in smaller print. */
  readonly note: string | null;
}

/** The receipt in a language, by default the order's. */
export function sheetOf(
  receipt: Receipt,
  language: string | null = receipt.language,
): ReceiptSheet {
  const texts = receiptTextsFor(language);
  const { refundId, storeName, supportEmail } = receipt;
  const isRefund = refundId !== null;
  return {
    language: texts.locale,
    direction: directionOf(texts.locale),
    title: isRefund ? texts.refundReceipt : texts.receipt,
    testMark: receipt.environment === 'test' ? texts.testMark : null,
    number: numberOf(receipt),
    storeName: plainLine(storeName),
    facts: factsOf(receipt, texts),
    seller: { title: texts.seller, lines: sellerLines(receipt, texts) },
    buyer: { title: texts.buyer, lines: buyerLines(receipt, texts) },
    heads: { label: texts.description, value: texts.amount },
    items: [itemOf(receipt, texts)],
    totals: totalsOf(receipt, texts),
    footer: supportEmail && texts.questions({ email: supportEmail }),
  };
}

/** A receipt's number: the ID of the payment or refund, so that the merchant can find it. */
export function numberOf({ refundId, paymentId }: Receipt): string {
  return refundId === null ? encodeId('PAY', paymentId) : encodeId('REF', refundId);
}

function factsOf(receipt: Receipt, texts: ReceiptTexts): SheetRow[] {
  const isRefund = receipt.refundId !== null;
  const way = wayOf(receipt, texts);
  return [
    { label: texts.receiptNumber, value: numberOf(receipt) },
    {
      label: isRefund ? texts.dateRefunded : texts.datePaid,
      value: dayOf(receipt.movedAt, texts),
    },
    { label: texts.orderNumber, value: encodeId('ORD', receipt.orderId) },
    ...(isRefund
      ? [{ label: texts.originalPayment, value: encodeId('PAY', receipt.paymentId) }]
      : []),
    ...(way === null ? [] : [{ label: isRefund ? texts.refundedTo : texts.paidWith, value: way }]),
  ];
}

function wayOf({ cardBrand, cardLast4 }: Receipt, texts: ReceiptTexts): string | null {
  if (cardLast4 === null) return null;
  const brand = cardBrandName(cardBrand) ?? textsFor(texts.locale).card;
  return texts.card({ brand, last4: cardLast4 });
}

function sellerLines(receipt: Receipt, texts: ReceiptTexts): string[] {
  const { storeName, businessName, businessAddress, taxId, website, supportEmail } = receipt;
  return [
    businessName ?? storeName,
    ...(businessAddress ?? '').split('\n'),
    taxId ? texts.taxId({ taxId }) : '',
    website ?? '',
    supportEmail ?? '',
  ].filter((line) => line !== '');
}

function buyerLines({ billingDetail, buyerEmail }: Receipt, texts: ReceiptTexts): string[] {
  const { businessName, taxId, country } = billingDetail;
  const names = new Intl.DisplayNames([texts.locale], { type: 'region', fallback: 'code' });
  return [
    businessName ?? '',
    buyerEmail,
    regionLine(billingDetail),
    names.of(country) ?? country,
    taxId ? texts.taxId({ taxId }) : '',
  ].filter((line) => line !== '');
}

function itemOf(receipt: Receipt, texts: ReceiptTexts): SheetItem {
  const { productName, periodStart, periodEnd, totalMinor, taxMinor, currency } = receipt;
  const note =
    periodStart && periodEnd
      ? texts.period({ start: dayOf(periodStart, texts), end: dayOf(periodEnd, texts) })
      : null;
  return {
    label: plainLine(productName),
    note,
    value: moneyOf(totalMinor - taxMinor, currency, texts),
  };
}

function totalsOf(receipt: Receipt, texts: ReceiptTexts): SheetRow[] {
  const { totalMinor, taxMinor, currency, refundId } = receipt;
  const row = (label: string, amountMinor: bigint) => ({
    label,
    value: moneyOf(amountMinor, currency, texts),
  });
  return [
    row(texts.subtotal, totalMinor - taxMinor),
    row(texts.tax, taxMinor),
    row(texts.total, totalMinor),
    row(refundId === null ? texts.amountPaid : texts.amountRefunded, totalMinor),
  ];
}

/** `USD 9.90`: a receipt shows the currency code, because several currencies are called dollar. */
function moneyOf(amountMinor: bigint, currency: string, { locale }: ReceiptTexts): string {
  return formatMoney(formatAmount(amountMinor, currency), currency, locale, 'code');
}

function dayOf(time: Date, { locale }: ReceiptTexts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
