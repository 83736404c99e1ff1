import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, periodBoundary, periodsPassed } from './period.ts';

const FIRST = Date.UTC(2024, 0, 1);
const LAST = Date.UTC(2032, 11, 31);
const LENGTHS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const;
/** Periods compared for every start. */
const PERIODS = 30;

/** Independent of the code: a civil calendar computed without `Date`'s arithmetic. */
function oracle(start: Date, length: (typeof LENGTHS)[number], periods: number): string {
  const iso = start.toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number) as [number, number, number];
  if (length === 'weekly')
    return civilOf(dayNumber(year, month, day) + 7 * periods) + iso.slice(10);
  let [y, m] = [year, month];
  for (let left = periods * MONTHS[length]; left > 0; left -= 1) {
    m += 1;
    if (m === 13) [y, m] = [y + 1, 1];
  }
  return text(y, m, Math.min(day, longest(y, m))) + iso.slice(10);
}

function longest(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;
}

function dayNumber(year: number, month: number, day: number): number {
  let days = day - 1;
  for (let y = 2024; y < year; y += 1) for (let m = 1; m <= 12; m += 1) days += longest(y, m);
  for (let m = 1; m < month; m += 1) days += longest(year, m);
  return days;
}

function civilOf(days: number): string {
  let [y, m, rest] = [2024, 1, days];
  while (rest >= longest(y, m)) {
    rest -= longest(y, m);
    m += 1;
    if (m === 13) [y, m] = [y + 1, 1];
  }
  return text(y, m, rest + 1);
}

function text(year: number, month: number, day: number): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

describe('periods', () => {
  it.each(LENGTHS)('agree with the calendar from every start day of 2024-2032: %s', (length) => {
    const wrong: string[] = [];
    for (let time = FIRST; time <= LAST; time += DAY_MS) {
      const start = new Date(time + 12_345_678);
      for (let periods = 0; periods <= PERIODS; periods += 1) {
        const boundary = periodBoundary(start, length, periods).toISOString();
        if (boundary !== oracle(start, length, periods)) wrong.push(`${start} ${periods}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keep the day of the anchor', () => {
    const anchor = new Date('2024-01-31T10:00:00.000Z');
    const days = [1, 2, 3, 13].map((n) => periodBoundary(anchor, 'monthly', n).toISOString());
    expect(days).toEqual([
      '2024-02-29T10:00:00.000Z',
      '2024-03-31T10:00:00.000Z',
      '2024-04-30T10:00:00.000Z',
      '2025-02-28T10:00:00.000Z',
    ]);
  });

  it('are counted correctly from any time within them', () => {
    const time = fc.integer({ min: FIRST, max: LAST });
    const later = fc.integer({ min: 0, max: 4_000 * DAY_MS });
    fc.assert(
      fc.property(time, later, fc.constantFrom(...LENGTHS), (start, after, length) => {
        const anchor = new Date(start);
        const at = new Date(start + after);
        const passed = periodsPassed(anchor, length, at);
        expect(periodBoundary(anchor, length, passed) <= at).toBe(true);
        expect(periodBoundary(anchor, length, passed + 1) > at).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are the same in every time zone of the process', () => {
    const anchor = new Date('2025-03-30T00:30:00.000Z');
    const zone = process.env.TZ;
    const seen = ['America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'].map((name) => {
      process.env.TZ = name;
      return LENGTHS.map((length) => periodBoundary(anchor, length, 7).toISOString()).join();
    });
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(new Set(seen).size).toBe(1);
  });
});
