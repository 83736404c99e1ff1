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
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
  if (directionOf(language) === 'ltr') return format.format(amount as `${number}`);
  return format
    .formatToParts(amount as `${number}`)
    .map(({ type, value }) => (type === 'currency' ? `\u2068${value}\u2069` : value))
    .join('');
}
