import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { daysBack, foldCounts, rateQuery, rateText } from './delivery-days.ts';

const now = new Date(2026, 2, 2, 15, 30);

describe('days of deliveries', () => {
  it('end today, have no gaps and cross months', () => {
    const days = daysBack(now, 3);
    expect(days.map(({ label }) => label)).toEqual(['Feb 28', 'Mar 1', 'Mar 2']);
    expect(days[1]?.from).toBe(days[0]?.to);
    expect(new Date(days[2]?.to ?? 0).getTime()).toBeGreaterThan(now.getTime());
  });

  it('are requested in one query within the alias limit', () => {
    const text = rateQuery(daysBack(now), 'a"b');
    expect(() => parse(text)).not.toThrow();
    expect(text).toContain('webhookId: { eq: "a\\"b" }');
    expect(text.match(/webhookDeliveriesCount/g)?.length).toBeLessThanOrEqual(50);
  });

  it('are turned into rows and a sentence', () => {
    const days = daysBack(now, 2);
    const rows = foldCounts(days, { delivered0: 2, failed1: 1, retrying1: 1 });
    expect(rows).toEqual([
      { Day: 'Mar 1', delivered: 2, failed: 0, retrying: 0 },
      { Day: 'Mar 2', delivered: 0, failed: 1, retrying: 1 },
    ]);
    expect(rateText(rows)).toBe('2 delivered, 1 failed, 1 being retried: 50% delivered.');
    expect(rateText(foldCounts(days, {}))).toBe('No deliveries yet.');
  });
});
