import { formatAmount, type Money } from '../kit/money.ts';
import type { Texts } from './texts/texts.ts';

/** An amount as people of the page's language write it: `$9.90`. */
export function formatPrice({ amountMinor, currency }: Money, { locale }: Texts): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(formatAmount(amountMinor, currency) as `${number}`);
}

/** A day as people of the page's language write it, in UTC. */
export function formatDay(time: Date, { locale }: Texts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** `apple pay`, `Apple Pay and WeChat Pay`: a list in the page's language. */
export function formatList(words: readonly string[], { locale }: Texts): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
}
