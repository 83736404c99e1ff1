import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_MINOR } from './money.ts';
import { DAY_MS } from './period.ts';
import { type CreditedPeriod, lessCredit, paidThrough, unusedPart } from './proration.ts';

const start = new Date('2027-01-31T12:00:00.000Z');
const month = { start, end: new Date('2027-02-28T12:00:00.000Z') };
const after = (ms: number) => new Date(start.getTime() + ms);

const amounts = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR });
const spans = fc
  .integer({ min: 1, max: 366 * 24 * 60 * 60 })
  .map((seconds) => ({ start, end: after(seconds * 1000) }));
/** Including times before and after the span. */
const times = fc.integer({ min: -DAY_MS, max: 400 * DAY_MS }).map(after);

describe('the unused part of a period', () => {
  it('is all at the start, half in the middle, nothing at the end', () => {
    expect(unusedPart(1000n, month, month.start)).toBe(1000n);
    expect(unusedPart(1000n, month, after(14 * DAY_MS))).toBe(500n);
    expect(unusedPart(1000n, month, month.end)).toBe(0n);
  });

  it('counts seconds, and a started second is still unused', () => {
    const minute = { start, end: after(60_000) };
    expect(unusedPart(60n, minute, after(999))).toBe(60n);
    expect(unusedPart(60n, minute, after(1_000))).toBe(59n);
    expect(unusedPart(1n, minute, after(30_000))).toBe(1n);
    expect(unusedPart(1n, minute, after(31_000))).toBe(0n);
  });

  it('is never negative, never exceeds the paid amount, and never grows', () => {
    fc.assert(
      fc.property(amounts, spans, times, times, (paid, span, one, other) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const before = unusedPart(paid, span, earlier);
        const then = unusedPart(paid, span, later);
        expect(then >= 0n && before <= paid).toBe(true);
        expect(then <= before).toBe(true);
      }),
    );
  });

  it('differs by less than a minor unit from the exact share of whole seconds', () => {
    fc.assert(
      fc.property(amounts, spans, times, (paid, span, at) => {
        const total = BigInt((span.end.getTime() - start.getTime()) / 1000);
        const passed = BigInt(Math.floor((at.getTime() - start.getTime()) / 1000));
        const left = total - (passed < 0n ? 0n : passed > total ? total : passed);
        const error = unusedPart(paid, span, at) * total - paid * left;
        expect((error < 0n ? -error : error) * 2n <= total).toBe(true);
      }),
    );
  });
});

/** Periods of which each begins within the one before it. */
const histories: fc.Arbitrary<CreditedPeriod[]> = fc
  .array(fc.record({ keptMinor: amounts, carriedMinor: amounts, gapMs: fc.nat(40 * DAY_MS) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((given) => {
    let startMs = 0;
    return given.map(({ gapMs, ...period }) => {
      startMs += gapMs;
      return { ...period, start: after(startMs), end: after(startMs + 30 * DAY_MS) };
    });
  });

describe('what is paid through periods that replaced each other', () => {
  it('is not rounded at each of them, however short they are', () => {
    const monthMs = 30 * DAY_MS;
    const gaps = fc.integer({ min: 1, max: DAY_MS });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 300 }), (gapMs, count) => {
        const periods = Array.from({ length: count + 1 }, (_, nth) => {
          const [from, to] = [after(nth * gapMs), after(nth * gapMs + monthMs)];
          return { start: from, end: to, keptMinor: nth === 0 ? 990n : 0n, carriedMinor: 990n };
        });
        const exact = 990 * (1 - gapMs / monthMs) ** count;
        expect(Math.abs(Number(paidThrough(periods)) - exact)).toBeLessThan(0.501);
      }),
    );
  });

  it('is never more than what is kept, and loses credit with the money it came from', () => {
    fc.assert(
      fc.property(histories, fc.nat(5), (periods, which) => {
        const paid = paidThrough(periods);
        const kept = periods.map(({ keptMinor }) => keptMinor);
        const own = kept.at(-1) ?? 0n;
        expect(paid >= own && paid <= kept.reduce((sum, minor) => sum + minor, 0n)).toBe(true);
        const refunded = periods.map((period, index) =>
          index === which ? { ...period, keptMinor: 0n } : period,
        );
        expect(paidThrough(refunded) <= paid).toBe(true);
        const none = periods.map((period) => ({ ...period, keptMinor: 0n }));
        expect(paidThrough(none)).toBe(0n);
      }),
    );
  });

  it('includes the unused part of the period before, up to the credit that was given', () => {
    const before = { ...month, keptMinor: 1000n, carriedMinor: 0n };
    const now = { start: after(14 * DAY_MS), end: after(44 * DAY_MS), keptMinor: 700n };
    expect(paidThrough([before, { ...now, carriedMinor: 900n }])).toBe(1200n);
    expect(paidThrough([before, { ...now, carriedMinor: 300n }])).toBe(1000n);
    expect(paidThrough([{ ...now, carriedMinor: 300n }])).toBe(700n);
  });
});

describe('a price less a credit', () => {
  it('is never below zero, and never above the price', () => {
    fc.assert(
      fc.property(amounts, amounts, (price, credit) => {
        const due = lessCredit(price, credit);
        expect(due >= 0n && due <= price).toBe(true);
        expect(due).toBe(credit >= price ? 0n : price - credit);
      }),
    );
  });
});
