import { describe, expect, it } from 'vitest';
import { readSpan, salesFilter } from './list-filters.ts';

const now = new Date(2026, 8, 15, 13, 30);
const at = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).toISOString();

describe('a time span', () => {
  it.each([
    ['today', { gte: at(2026, 9, 15) }],
    ['yesterday', { gte: at(2026, 9, 14), lt: at(2026, 9, 15) }],
    ['week', { gte: at(2026, 9, 9) }],
    ['last-month', { gte: at(2026, 8, 1), lt: at(2026, 9, 1) }],
    ['2026-02-01..2026-02-28', { gte: at(2026, 2, 1), lt: at(2026, 3, 1) }],
    ['2026-02-01..', { gte: at(2026, 2, 1) }],
    [
      '2026-02-01Z..2026-02-28Z',
      { gte: '2026-02-01T00:00:00.000Z', lt: '2026-03-01T00:00:00.000Z' },
    ],
    ['nonsense', {}],
  ])('%s', (value, span) => {
    expect(readSpan(value, now)).toEqual(span);
  });
});

it('filters by amount only together with a currency', () => {
  expect(salesFilter({ min: '5', max: '9.50' }, now)).toEqual({});
  expect(salesFilter({ min: '5', max: '1,250', currency: 'EUR' }, now)).toEqual({
    currency: { eq: 'EUR' },
    amount: { gte: '5', lte: '1250' },
  });
});

it('never sends an amount that is invalid in the currency', () => {
  const dollars = { currency: { eq: 'USD' } };
  expect(salesFilter({ min: '1.234', max: 'x', currency: 'USD' }, now)).toEqual(dollars);
  expect(salesFilter({ min: '12.5', currency: 'JPY' }, now)).toEqual({ currency: { eq: 'JPY' } });
});
