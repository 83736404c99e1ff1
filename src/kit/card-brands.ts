import { capitalized } from './text.ts';

/** The names of brands whose providers' code isn't their name in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
  cartes_bancaires: 'Cartes Bancaires',
};

/** A card brand's name by the providers' code for it; null if the brand isn't known. */
export function cardBrandName(code: string | null): string | null {
  if (code === null || code === 'unknown') return null;
  return Object.hasOwn(NAMES, code) ? (NAMES[code] as string) : capitalized(code);
}
