/** An amount in a currency's minor unit. */
export interface Money {
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** Decisions 4: the largest amount, in minor units. */
export const LARGEST_AMOUNT_MINOR = 999_999_999_999n;

const AMOUNT = /^(\d+)(?:\.(\d+))?$/;
const minorDigitsByCurrency = new Map<string, number>();

/** Decimal digits of a currency's minor unit after ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const known = minorDigitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  minorDigitsByCurrency.set(currency, digits);
  return digits;
}

/** Minor units of a decimal string in major units, or null when it is no amount from 0 up. */
export function parseAmount(text: string, currency: string): bigint | null {
  const match = AMOUNT.exec(text);
  if (!match || text.length > 32) return null;
  const digits = minorDigits(currency);
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return null;
  const amountMinor = BigInt(`${match[1]}${fraction.padEnd(digits, '0')}`);
  return amountMinor <= LARGEST_AMOUNT_MINOR ? amountMinor : null;
}

/** The display format of an amount: `9.90` for 990 USD, `1000` for 1000 JPY (Specification 2.1). */
export function formatAmount(amountMinor: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const sign = amountMinor < 0n ? '-' : '';
  const text = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
