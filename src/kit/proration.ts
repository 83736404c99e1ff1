const SECOND_MS = 1000;

/** A span of time; its end is no part of it. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/**
 * What of an amount paid for a span is unused at a time, by the second, in minor units, half a unit
 * rounded up: all of it at the start, nothing at the end
 * (docs/contract/subscriptions.md#plan-change).
 */
export function unusedPart(paidMinor: bigint, { start, end }: Span, at: Date): bigint {
  const total = seconds(start, end);
  const left = total - clamp(seconds(start, at), 0, total);
  if (total === 0) return 0n;
  return (paidMinor * BigInt(left) * 2n + BigInt(total)) / (BigInt(total) * 2n);
}

/** The price less what is taken off, never below zero. */
export function lessCredit(priceMinor: bigint, creditMinor: bigint): bigint {
  return priceMinor > creditMinor ? priceMinor - creditMinor : 0n;
}

/** Whole seconds that have passed between two times. */
function seconds(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / SECOND_MS);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
