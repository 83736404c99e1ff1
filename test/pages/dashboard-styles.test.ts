import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeInChromium } from './chromium.ts';
import { useDashboardBrowser } from './dashboard-visit.ts';

useDashboardBrowser();

const ASSETS = join(import.meta.dirname, '../../dist/dashboard/assets');
/** A class of a Mantine component. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

describeInChromium('the dashboard’s style sheets', () => {
  let classes: ReadonlySet<string>;

  const inAssets = (names: RegExp) => {
    const files = readdirSync(ASSETS).filter((name) => names.test(name));
    return classesIn(files.map((name) => readFileSync(join(ASSETS, name), 'utf8')).join('\n'));
  };
  const classesIn = (text: string) => new Set(text.match(CLASS));

  beforeAll(() => {
    const all = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
    classes = classesIn(readFileSync(all, 'utf8'));
  });

  it('have the styles of every component in the scripts', () => {
    const styled = inAssets(/\.css$/);
    const used = [...inAssets(/\.js$/)].filter((name) => classes.has(name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !styled.has(name))).toEqual([]);
  });

  it('start with those of the first view', () => {
    const first = inAssets(/^(mantine|start)-.*\.css$/);
    expect(first.size).toBeGreaterThan(50);
    expect(first.size).toBeLessThan(classes.size / 2);
  });
});
