const SECOND_MS = 1000;

/** A span of time, excluding its end. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The unused part of an amount paid for a span, by the second, in minor units rounded half up: all
 * of it at the start, nothing at the end (docs/contract/subscriptions.md#plan-change).
 */
export function unusedPart(paidMinor: bigint, { start, end }: Span, at: Date): bigint {
  const total = seconds(start, end);
  const left = total - clamp(seconds(start, at), 0, total);
  if (total === 0) return 0n;
  return (paidMinor * BigInt(left) * 2n + BigInt(total)) / (BigInt(total) * 2n);
}

/** The price minus the credit, never below zero. */
export function lessCredit(priceMinor: bigint, creditMinor: bigint): bigint {
  return priceMinor > creditMinor ? priceMinor - creditMinor : 0n;
}

/** Whole seconds between two times. */
function seconds(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / SECOND_MS);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
