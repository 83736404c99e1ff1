import { inWords } from './in-words.ts';
import { readAmountIn } from './typed-amount.ts';

/** A filter above a table; its value is in the URL. */
export type Filter = {
  /** Name of the query parameter. */
  readonly name: string;
  readonly label: string;
  /** Always visible; the others are collapsed until one is set. */
  readonly isPrimary?: boolean;
} & (
  | { readonly kind?: 'text' }
  | {
      readonly kind?: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'dates' | 'country' | 'currency' | 'product' }
  | { readonly kind: 'amount' }
);

type Values = Readonly<Record<string, string>>;

/** Preset time spans, by their name in the URL. */
export const SPANS: Readonly<Record<string, string>> = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  year: 'This year',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const DAY = /^\d{4}-\d{2}-\d{2}Z?$/;

/**
 * The bounds of a time span: a preset, or `2026-09-01..2026-09-30` including the last day, in the
 * visitor's time zone; `2026-09-01Z..2026-09-30Z` are UTC days.
 */
export function readSpan(value: string | undefined, now: Date): { gte?: string; lt?: string } {
  if (!value) return {};
  const day = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const month = (months: number) => new Date(now.getFullYear(), now.getMonth() + months, 1);
  const named: Readonly<Record<string, readonly [Date, Date?]>> = {
    // Rounded to the minute, because every change of the filter refetches the list.
    hour: [new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - HOUR_MS)],
    today: [day(0)],
    yesterday: [day(-1), day(0)],
    week: [day(-6)],
    month: [day(-29)],
    'this-month': [month(0)],
    'last-month': [month(-1), month(0)],
    year: [new Date(now.getFullYear(), 0, 1)],
  };
  const [start, end] = named[value] ?? ownSpan(value);
  return {
    ...(start ? { gte: start.toISOString() } : {}),
    ...(end ? { lt: end.toISOString() } : {}),
  };
}

type Day = [year: number, month: number, day: number];

function ownSpan(value: string): readonly [Date?, Date?] {
  const [first = '', last = ''] = value.split('..');
  const read = (text: string, more: number) => {
    if (!DAY.test(text)) return undefined;
    const [year, month, day] = text.replace('Z', '').split('-').map(Number) as Day;
    return text.endsWith('Z')
      ? new Date(Date.UTC(year, month - 1, day + more))
      : new Date(year, month - 1, day + more);
  };
  return [read(first, 0), read(last, 1)];
}

/** The typed range of amounts; null if it's empty or invalid in the selected currency. */
export function amountsOf({ currency, min, max }: Values): object | null {
  // An amount without a currency, or with too many decimals, is ignored; its field says why.
  const [from, to] = [min, max].map((text) => currency && readAmountIn(currency, text ?? ''));
  return from || to ? { ...(from ? { gte: from } : {}), ...(to ? { lte: to } : {}) } : null;
}

/** The GraphQL filter shared by lists of sales. */
export function salesFilter(values: Values, now = new Date()): object {
  const { status, created, product, country, currency, email } = values;
  const span = readSpan(created, now);
  const amount = amountsOf(values);
  return {
    ...(status ? { status: { eq: status } } : {}),
    ...(span.gte || span.lt ? { createdAt: span } : {}),
    ...(product ? { productId: { eq: product } } : {}),
    ...(country ? { billingCountry: { eq: country } } : {}),
    ...(currency ? { currency: { eq: currency } } : {}),
    ...(amount ? { amount } : {}),
    ...(email ? { buyerEmail: { containsIgnoreCase: email } } : {}),
  };
}

export const BUYER: Filter = { name: 'email', label: 'Buyer’s email', isPrimary: true };
export const CREATED: Filter = { name: 'created', label: 'Date', kind: 'dates', isPrimary: true };

/** The filters shared by lists of sales, besides buyer, date and status. */
export const SALES_FILTERS: readonly Filter[] = [
  { name: 'product', label: 'Product', kind: 'product' },
  { name: 'country', label: 'Country', kind: 'country' },
  { name: 'currency', label: 'Currency', kind: 'currency' },
  { name: 'min', label: 'Amount', kind: 'amount' },
];

/** The API's values as options: `past_due` is labeled `Past due`. */
export function choices(values: readonly string[]) {
  return values.map((value) => {
    const words = inWords(value);
    return { value, label: words.charAt(0).toUpperCase() + words.slice(1) };
  });
}
