import { isCurrency } from './currencies.ts';

/** The operator's fixed rates: the value of one unit of each currency in `currency`. */
export interface ExchangeRates {
  readonly currency: string;
  readonly worth: ReadonlyMap<string, number>;
}

const RATES = /^([A-Z]{3})=([A-Z]{3}:\d+(?:\.\d+)?(?:,[A-Z]{3}:\d+(?:\.\d+)?)*)$/;
/** Significant digits of a computed rate. */
const DIGITS = 12;

/** Parses `USD=EUR:1.08,JPY:0.0065`; null if malformed or a rate is 0. */
export function readExchangeRates(text: string): ExchangeRates | null {
  const [, currency = '', list = ''] = RATES.exec(text) ?? [];
  const worth = new Map<string, number>([[currency, 1]]);
  for (const rate of list.split(',')) {
    const [code = '', value] = rate.split(':');
    if (!isCurrency(code) || worth.has(code) || !(Number(value) > 0)) return null;
    worth.set(code, Number(value));
  }
  return isCurrency(currency) ? { currency, worth } : null;
}

/** Units of `to` per unit of `from` as a decimal string; null if unknown. */
export function rateBetween(rates: ExchangeRates | null, from: string, to: string): string | null {
  if (from === to) return '1';
  const [one, other] = [rates?.worth.get(from), rates?.worth.get(to)];
  if (one === undefined || other === undefined) return null;
  return plain(one / other);
}

/** Without an exponent. */
function plain(value: number): string {
  return new Intl.NumberFormat('en', {
    maximumSignificantDigits: DIGITS,
    useGrouping: false,
  }).format(value);
}
