import { minorDigits } from '../../../../src/kit/money.ts';

/**
 * A typed amount in the service's format (`1.250,50` → `1250.50`); null if it's invalid. A single
 * separator isn't treated as a thousands separator if the user's language uses it for decimals.
 */
export function readAmount(text: string, locale = ownLocale()): string | null {
  const typed = text.replace(/[\s'’\u00a0\u202f]/g, '').replace(/٫/g, ',');
  if (!/^\d[\d.,]*$/.test(typed)) return null;
  const marks = typed.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return typed;
  const isLone = marks.length === 1;
  if (isLone && (last === '.' || decimalMark(locale) === ',')) return typed.replace(',', '.');
  const isOneKind = new Set(marks).size === 1;
  const decimal = isOneKind ? '' : last;
  const [whole = '', fraction, ...rest] = decimal ? typed.split(decimal) : [typed];
  if (rest.length > 0 || !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return null;
  const digits = whole.replace(/[.,]/g, '');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** The amount, or null if it has more decimals than the currency. */
export function readAmountIn(currency: string, text: string): string | null {
  const amount = readAmount(text);
  const fraction = amount?.split('.')[1]?.length ?? 0;
  return fraction <= minorDigits(currency) ? amount : null;
}

/** The error message for an amount in a currency; null if it's valid. */
export function amountComplaint(text: string, currency: string): string | null {
  return Number(readAmountIn(currency, text)) > 0 ? null : complaintIn(currency);
}

/** The same for a filter, which may be empty or zero. */
export function filterComplaint(text: string, currency: string): string | null {
  if (text.trim() === '' || readAmountIn(currency, text) !== null) return null;
  return complaintIn(currency);
}

function complaintIn(currency: string): string {
  return `Enter an amount, such as ${(9.9).toFixed(minorDigits(currency))}.`;
}

/** The browser's language; tests run without a browser. */
function ownLocale(): string {
  return globalThis.navigator?.language ?? 'en';
}

function decimalMark(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
