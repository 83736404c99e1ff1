import { formatMoney } from '../../kit/format-money.ts';
import { directionOf } from '../../kit/languages.ts';
import { formatAmount, type Money } from '../../kit/money.ts';
import type { Texts } from '../../texts/texts.ts';
import type { PageTrial } from './page-store.ts';

/** An amount in the page's language: `$9.90`. */
export function formatPrice({ amountMinor, currency }: Money, { locale }: Texts): string {
  return formatMoney(formatAmount(amountMinor, currency), currency, locale);
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

/** `apple pay`, `Apple Pay and WeChat Pay`: a list in the page's language. */
export function formatList(words: readonly string[], { locale }: Texts): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
}

/** A card's brand name, or the word for card. */
export function cardName(brand: string | null, texts: Texts): string {
  return brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : texts.card;
}

/** A trial's price and length. */
export function trialText(trial: PageTrial, price: Money, texts: Texts): string {
  const { days, amountMinor } = trial;
  if (amountMinor === null) return texts.trialFree({ days });
  return texts.trialPaid({ amount: formatPrice({ ...price, amountMinor }, texts), days });
}
