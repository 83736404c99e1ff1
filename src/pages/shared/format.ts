import { cardBrandName } from '../../kit/card-brands.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { directionOf } from '../../kit/languages.ts';
import { formatAmount, type Money } from '../../kit/money.ts';
import type { Texts } from '../../texts/texts.ts';
import type { PageTrial } from './page-store.ts';

/** An amount in the page's language: `$9.90`. */
export function formatPrice({ amountMinor, currency }: Money, { locale }: Texts): string {
  return formatMoney(formatAmount(amountMinor, currency), currency, locale);
}

/** An amount as buyers enter it, without its currency: `9,90`. */
export function formatEntry({ amountMinor, currency }: Money, { locale }: Texts): string {
  const amount = formatAmount(amountMinor, currency);
  const minimumFractionDigits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits });
  return format.format(amount as `${number}`);
}

/** An amount in the buyer's favor: `−$9.90`. */
export function formatCredit(money: Money, texts: Texts): string {
  const price = formatPrice(money, texts);
  // In right-to-left text, a mark keeps the sign on the left of the number.
  const isLeftToRight = directionOf(texts.locale) === 'ltr';
  return isLeftToRight ? `−${price}` : price.replace(/^\u200f?/, '\u200f\u200e−');
}

/** A date in the page's language, in UTC. */
export function formatDay(time: Date, { locale }: Texts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** `Apple Pay or WeChat Pay`: a list in the page's language. */
export function formatList(words: readonly string[], { locale }: Texts): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
}

/** What separates two sentences: nothing in Chinese and Japanese, whose full stop is wide. */
export function sentenceSpace({ locale }: Texts): string {
  return /^(ja|zh)/.test(locale) ? '' : ' ';
}

/** A card's brand name, or the word for card. */
export function cardName(brand: string | null, texts: Texts): string {
  return cardBrandName(brand) ?? texts.card;
}

/** A trial's price and length. */
export function trialText(trial: PageTrial, price: Money, texts: Texts): string {
  const { days, amountMinor } = trial;
  if (amountMinor === null) return texts.trialFree({ days });
  return texts.trialPaid({ amount: formatPrice({ ...price, amountMinor }, texts), days });
}
