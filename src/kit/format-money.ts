import { directionOf } from './languages.ts';

/**
 * Formats a decimal amount for the language: `$9.90`, `9,90 €`. A symbol such as `US$` is isolated,
 * because it would be reordered between right-to-left letters.
 */
export function formatMoney(
  amount: string,
  currency: string,
  language: string,
  currencyDisplay: 'symbol' | 'code' = 'symbol',
): string {
  const format = moneyFormat(language, currency, currencyDisplay);
  if (directionOf(language) === 'ltr') return format.format(amount as `${number}`);
  return format
    .formatToParts(amount as `${number}`)
    .map(({ type, value }) => (type === 'currency' ? `\u2068${value}\u2069` : value))
    .join('');
}

/**
 * Cached, because creating a format takes longer than using it. Bounded by the languages and
 * currencies in use.
 */
const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(
  language: string,
  currency: string,
  currencyDisplay: 'symbol' | 'code',
): Intl.NumberFormat {
  const name = `${language} ${currency} ${currencyDisplay}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
  formats.set(name, made);
  return made;
}
