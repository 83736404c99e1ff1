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

/** A period with the credit that a plan change carried into it, in minor units. */
export interface CreditedPeriod extends Span {
  /** What its own payments still keep. */
  readonly keptMinor: bigint;
  /** The credit when the change was confirmed; 0 if the period didn't begin with a change. */
  readonly carriedMinor: bigint;
}

/** Parts of a minor unit, in which credit is carried on. */
const PARTS = 1_000_000n;

/**
 * What was paid and kept for the last of the periods, of which each replaced the one before it.
 * Credit counts up to the unused part of what is kept by now for the period that it came from
 * (docs/contract/subscriptions.md#carried-credit). Only the result is rounded: if every change rounded
 * its credit, changes within the time that half a minor unit pays for would keep a plan free.
 */
export function paidThrough(periods: readonly CreditedPeriod[]): bigint {
  let paid = 0n;
  for (const [index, { keptMinor, carriedMinor, start }] of periods.entries()) {
    const replaced = periods[index - 1];
    const unused = replaced ? unusedParts(paid, replaced, start) : 0n;
    paid = keptMinor * PARTS + least(carriedMinor * PARTS, unused);
  }
  return (paid * 2n + PARTS) / (PARTS * 2n);
}

/** The unused part to the millisecond, rounded down. */
function unusedParts(paid: bigint, { start, end }: Span, at: Date): bigint {
  const total = end.getTime() - start.getTime();
  const left = clamp(end.getTime() - at.getTime(), 0, total);
  return total === 0 ? 0n : (paid * BigInt(left)) / BigInt(total);
}

/** The lower of two amounts. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
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
