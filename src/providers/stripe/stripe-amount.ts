import { type Money, minorDigits } from '../../kit/money.ts';

/** Currencies that Stripe counts in major units. */
const ZERO_DECIMAL = codes('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
/** Two digits at Stripe, the last two of which must be zero. */
const WHOLE_WITH_TWO_DIGITS = codes('ISK UGX');
/** Three digits at Stripe, the last of which must be zero. */
const THREE_DECIMAL = codes('BHD JOD KWD OMR TND');
const USUAL_DIGITS = 2;

/**
 * An amount in Stripe's units, which aren't always ISO 4217's minor units. Null if Stripe can't
 * charge exactly this amount: it is never rounded.
 */
export function toStripeAmount({ amountMinor, currency }: Money): number | null {
  const shift = stripeDigits(currency) - minorDigits(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && amountMinor % factor !== 0n) return null;
  const amount = shift < 0 ? amountMinor / factor : amountMinor * factor;
  return amount % stepOf(currency) === 0n ? Number(amount) : null;
}

/** The amount of Stripe's units; null for a fraction of a minor unit, which we never charge. */
export function fromStripeAmount(amount: number, currency: string): bigint | null {
  const shift = stripeDigits(currency) - minorDigits(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  if (shift < 0) return BigInt(amount) * factor;
  return BigInt(amount) % factor === 0n ? BigInt(amount) / factor : null;
}

function stripeDigits(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : USUAL_DIGITS;
}

function stepOf(currency: string): bigint {
  if (WHOLE_WITH_TWO_DIGITS.has(currency)) return 100n;
  return THREE_DECIMAL.has(currency) ? 10n : 1n;
}

function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
