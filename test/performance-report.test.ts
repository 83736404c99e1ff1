import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../bench/report/page.ts';
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

  it('has no plots of measurements that no longer exist', () => {
    const plots = readdirSync(join(docs, 'plots')).map((name) => `plots/${name}`);
    // The soak's own belong to docs/proof.md.
    const others = plots.filter((path) => !path.startsWith('plots/soak-'));
    expect(others.filter((path) => !files.has(path))).toEqual([]);
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
});
