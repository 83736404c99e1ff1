import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

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
    const sheets = ['core', 'dates', 'notifications'].map((name) => `@mantine/${name}/styles.css`);
    const { resolve } = createRequire(import.meta.url);
    classes = classesIn(sheets.map((name) => readFileSync(resolve(name), 'utf8')).join('\n'));
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

  it('override those of the first view when they arrive later', async () => {
    const shop = await makeShop(test);
    const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/developers`);
    const paddingOf = (one: Locator) =>
      one.first().evaluate((element) => getComputedStyle(element).paddingInlineStart);
    await page.getByRole('button', { name: 'Account' }).click();
    const item = page.getByRole('menuitem').first();
    await item.waitFor();
    // A menu's own paddings, instead of those of a popover and an unstyled button.
    expect(await paddingOf(page.getByRole('menu'))).toBe('4px');
    expect(await paddingOf(item)).not.toBe('0px');
    await page.keyboard.press('Escape');
    await page.goto(`${test.baseUrl}/dashboard/test/${shop.store.id}/developers/snippets`);
    const tab = page.getByRole('tab').first();
    await tab.waitFor();
    expect(await paddingOf(tab)).not.toBe('0px');
  });
});
