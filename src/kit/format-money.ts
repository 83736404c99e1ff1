import { directionOf } from './languages.ts';

/**
 * A decimal amount as people of the language write it: `$9.90`, `9,90 €`. Between right-to-left
 * letters a symbol such as `US$` would fall apart, so it is isolated.
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

/** Making one takes longer than using it: there are as many as languages and currencies in use. */
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
