import { formatMoney } from '../../kit/format-money.ts';
import { type Language, perLanguage } from '../../kit/languages.ts';
import { plainLine } from '../../kit/text.ts';

/** Cached, because creating a format takes longer than using it. */
const dayFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** A text from an event's data; empty for other values. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '';
}

/** Formats a decimal string and its currency for the language: `9,90 €`. */
export function formatSum(amount: unknown, currency: unknown, language: Language): string {
  const [sum, code] = [wordOf(amount), wordOf(currency)];
  if (!sum || !code) return '';
  if (!DECIMAL.test(sum) || !CURRENCY.test(code)) return `${sum} ${code}`;
  return formatMoney(sum, code, language);
}

/** Formats the day of an ISO 8601 date or time for the language, in UTC. */
export function formatDay(value: unknown, language: Language): string {
  const time = timeOf(value);
  return time ? dayFormat(language).format(time) : wordOf(value);
}

/** Formats a range of days for the language, in UTC. */
export function formatDays(start: unknown, end: unknown, language: Language): string {
  const [from, to] = [timeOf(start), timeOf(end)];
  return from && to ? dayFormat(language).formatRange(from, to) : '';
}

function timeOf(value: unknown): Date | null {
  const time = new Date(wordOf(value));
  return Number.isNaN(time.getTime()) ? null : time;
}
