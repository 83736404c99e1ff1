import { addMs } from './time.ts';

/** See docs/contract/resources.md#product. */
export type PeriodLength = 'weekly' | 'monthly' | 'quarterly' | 'yearly';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
const MONTHS: Readonly<Record<Exclude<PeriodLength, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/**
 * The time `periods` periods after the anchor, in UTC. Always computed from the anchor, so its day
 * is kept: 31 January, 28 or 29 February, 31 March (docs/contract/subscriptions.md).
 */
export function periodBoundary(anchor: Date, length: PeriodLength, periods: number): Date {
  if (length === 'weekly') return addDays(anchor, periods * WEEK_DAYS);
  return addMonths(anchor, periods * MONTHS[length]);
}

/** The number of whole periods between the anchor and a time not before it. */
export function periodsPassed(anchor: Date, length: PeriodLength, time: Date): number {
  let passed = Math.max(0, estimate(anchor, length, time));
  while (periodBoundary(anchor, length, passed) > time) passed -= 1;
  while (periodBoundary(anchor, length, passed + 1) <= time) passed += 1;
  return passed;
}

/** Adds days of 24 hours, which every day has in UTC. */
export function addDays(time: Date, days: number): Date {
  return addMs(time, days * DAY_MS);
}

/** An estimate off by at most one, from which the exact count is found. */
function estimate(anchor: Date, length: PeriodLength, time: Date): number {
  if (length === 'weekly') {
    return Math.floor((time.getTime() - anchor.getTime()) / (WEEK_DAYS * DAY_MS));
  }
  const years = time.getUTCFullYear() - anchor.getUTCFullYear();
  const months = years * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  return Math.floor(months / MONTHS[length]);
}

/** The same day of a later month, or that month's last day. */
function addMonths(time: Date, months: number): Date {
  const moved = new Date(time);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  moved.setUTCDate(Math.min(time.getUTCDate(), daysInMonth(moved)));
  return moved;
}

function daysInMonth(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}
