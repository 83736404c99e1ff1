import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../bench/report/page.ts';
import { performanceScore } from '../bench/support/page-score.ts';
import { readMeasurements } from '../bench/support/results-file.ts';

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');

describe('the performance report', () => {
  const files = renderReport(readMeasurements());

  it('is what npm run bench:report writes from bench/results.json', () => {
    for (const [path, content] of files) {
      expect(readFileSync(join(docs, path), 'utf8'), path).toBe(content);
    }
  });

  it('holds no plot of a measurement that is gone', () => {
    const plots = readdirSync(join(docs, 'plots')).map((name) => `plots/${name}`);
    expect(plots.filter((path) => !files.has(path))).toEqual([]);
  });

  it('has a section for every benchmark', () => {
    const page = readFileSync(join(docs, 'performance.md'), 'utf8');
    const names = readdirSync(join(root, 'bench'))
      .filter((name) => name.endsWith('.ts') && name !== 'all.ts')
      .map((name) => name.slice(0, -3));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(page).toContain(`### ${name}\n`);
      expect(page).toContain(`<!-- measured: ${name} -->`);
    }
  });

  it('scores pages on the curves of Lighthouse: 90 at its good values, 50 at its medians', () => {
    const page = (
      paint: number,
      index: number,
      largest: number,
      blocked: number,
      shift: number,
    ) => ({
      ...{ firstContentfulPaint: paint, speedIndex: index, largestContentfulPaint: largest },
      ...{ totalBlockingTime: blocked, cumulativeLayoutShift: shift },
    });
    expect(performanceScore(page(1_800, 3_387, 2_500, 200, 0.1), 'phone')).toBeCloseTo(90, 3);
    expect(performanceScore(page(3_000, 5_800, 4_000, 600, 0.25), 'phone')).toBeCloseTo(50, 3);
    expect(performanceScore(page(934, 1_311, 1_200, 150, 0.1), 'desktop')).toBeCloseTo(90, 3);
  });
});
