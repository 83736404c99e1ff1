import { describe, expect, it } from 'vitest';
import { MAX_RETRY_AFTER_MS, pauseMs } from './retry-schedule.ts';

const SCHEDULE = [60, 600];

describe('the pause before the next attempt', () => {
  it('is the schedule’s, with a tenth of jitter', () => {
    expect([0, 0.5, 1].map((random) => pauseMs(SCHEDULE, 1, null, random))).toEqual([
      54_000, 60_000, 66_000,
    ]);
    expect(pauseMs(SCHEDULE, 2, null, 0.5)).toBe(600_000);
  });

  it('does not exist after the last attempt, whatever the receiver asks for', () => {
    expect(pauseMs(SCHEDULE, 3, null)).toBeNull();
    expect(pauseMs(SCHEDULE, 3, 10)).toBeNull();
  });

  it('is what Retry-After asks for if longer, up to an hour', () => {
    expect(pauseMs(SCHEDULE, 1, 5, 0.5)).toBe(60_000);
    expect(pauseMs(SCHEDULE, 1, 90, 0.5)).toBe(90_000);
    expect(pauseMs(SCHEDULE, 1, 1_000_000, 0.5)).toBe(MAX_RETRY_AFTER_MS);
  });
});
