import { describe, expect, it } from 'vitest';
import { everyDay, timeRangeOf } from './progress.ts';

const NOW = new Date('2026-03-10T13:00:00.000Z');

describe('the days of the home page', () => {
  it('are the last thirty, today included', () => {
    expect(timeRangeOf({ newest: [] }, NOW)).toEqual({
      startDate: '2026-02-09T00:00:00.000Z',
      endDate: '2026-03-11T00:00:00.000Z',
    });
  });

  it('follow a test clock that is ahead', () => {
    const newest = [{ createdAt: '2026-05-01T23:59:59.999Z' }];
    expect(timeRangeOf({ newest }, NOW).endDate).toBe('2026-05-02T00:00:00.000Z');
  });

  it('are all there, also those without a sale', () => {
    const range = { startDate: '2026-02-27T00:00:00.000Z', endDate: '2026-03-02T00:00:00.000Z' };
    expect(everyDay(range, new Map([['2026-02-28', 5]]))).toEqual([
      { day: '2026-02-27', value: 0 },
      { day: '2026-02-28', value: 5 },
      { day: '2026-03-01', value: 0 },
    ]);
  });
});
