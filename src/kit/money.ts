/** An amount in a currency's minor unit. */
export interface Money {
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** The largest amount, in minor units (docs/contract/resources.md#product). */
export const MAX_AMOUNT_MINOR = 999_999_999_999n;

const AMOUNT = /^(\d+)(?:\.(\d+))?$/;
/**
 * ISO 4217: currencies whose minor unit doesn't have two digits. Node's own list follows common
 * use.
 */
export const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...codes(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...codes(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...codes(4, 'CLF UYW'),
]);
const USUAL_MINOR_DIGITS = 2;

/** Decimal digits of a currency's minor unit in ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS.get(currency) ?? USUAL_MINOR_DIGITS;
}

function codes(digits: number, currencies: string): [string, number][] {
  return currencies.split(' ').map((currency) => [currency, digits]);
}

/**
 * Parses a decimal string in major units into minor units; null if it isn't a non-negative amount.
 */
export function parseAmount(text: string, currency: string): bigint | null {
  const amountMinor = parseMinorUnits(text, currency);
  return amountMinor !== null && amountMinor <= MAX_AMOUNT_MINOR ? amountMinor : null;
}

/** As `parseAmount`, also for figures above the largest amount. */
export function parseMinorUnits(text: string, currency: string): bigint | null {
  const match = AMOUNT.exec(text);
  if (!match || text.length > 32) return null;
  const digits = minorDigits(currency);
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return null;
  return BigInt(`${match[1]}${fraction.padEnd(digits, '0')}`);
}

/**
 * The display format of an amount: `9.90` for 990 USD, `1000` for 1000 JPY
 * (docs/contract/resources.md).
 */
export function formatAmount(amountMinor: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const sign = amountMinor < 0n ? '-' : '';
  const text = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
