import { describe, expect, it } from 'vitest';
import { changeOf, listedDays, periodsOf, readRange } from './range.ts';

const NOW = new Date('2026-03-10T13:00:00.000Z');
const days = (value: string | undefined) => {
  const { range, before, ...rest } = readRange(value, NOW);
  const text = ({ startDate, endDate }: typeof range) =>
    `${startDate.slice(0, 10)} ${endDate.slice(0, 10)}`;
  return [text(range), text(before), rest.granularity, rest.isUnfinished];
};

describe('the range of the home page', () => {
  it.each([
    [undefined, '2026-02-09 2026-03-11', '2026-01-10 2026-02-09', 'DAY', true],
    ['nonsense', '2026-02-09 2026-03-11', '2026-01-10 2026-02-09', 'DAY', true],
    ['today', '2026-03-10 2026-03-11', '2026-03-09 2026-03-10', 'DAY', true],
    ['this-month', '2026-03-01 2026-03-11', '2026-02-01 2026-02-11', 'DAY', true],
    ['last-month', '2026-02-01 2026-03-01', '2026-01-01 2026-02-01', 'DAY', false],
    ['this-year', '2026-01-01 2026-03-11', '2025-01-01 2025-03-11', 'DAY', true],
    ['year', '2025-04-01 2026-03-11', '2024-04-01 2025-03-11', 'MONTH', true],
    ['2026-01-01..2026-01-31', '2026-01-01 2026-02-01', '2025-12-01 2026-01-01', 'DAY', false],
    ['2026-01-31..2026-01-01', '2026-02-09 2026-03-11', '2026-01-10 2026-02-09', 'DAY', true],
  ])('reads %s', (value, ...expected) => expect(days(value)).toEqual(expected));

  it('includes every period, even those without a sale', () => {
    const range = { startDate: '2026-02-27T00:00:00.000Z', endDate: '2026-03-02T00:00:00.000Z' };
    expect(periodsOf(range, 'DAY')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    const year = { startDate: '2025-11-30T00:00:00.000Z', endDate: '2026-01-02T00:00:00.000Z' };
    expect(periodsOf(year, 'MONTH')).toEqual(['2025-11', '2025-12', '2026-01']);
  });

  it('names its first and last day for lists', () => {
    const range = { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' };
    expect(listedDays(range)).toBe('2026-02-01Z..2026-02-28Z');
  });
});

describe('a change', () => {
  it.each([
    [150, 100, 50],
    [100, 150, -33.3],
    [0, 0, 0],
    [5, 0, null],
    [10, -10, 200],
  ])('from %s after %s is %s percent', (now, before, percent) =>
    expect(changeOf(now, before)).toBe(percent));
});
