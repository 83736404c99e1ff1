import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { openAs, settled, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
/** CPU slowdown factor compared with this machine. */
const SLOWDOWN = 4;
/** Milliseconds until the session is known: a phone network's latency. */
const SESSION_MS = 600;

/** Records for every frame whether the page shows anything. */
const WATCH_FRAMES = `globalThis.frames = [];
const look = () => {
  const root = document.getElementById('root');
  const shown = root?.querySelector('svg, canvas, [role=status]') ?? root?.innerText?.trim();
  globalThis.frames.push(Boolean(shown));
  requestAnimationFrame(look);
};
requestAnimationFrame(look);`;

/** Maximum bytes of script transferred until the log-in page is complete. */
const MAX_SCRIPT = 170 * 1024;

describeInChromium('the dashboard while opening', () => {
  let shop: Shop;

  /** Reopens a page on a slow phone; returns its frames from the first one that shows something. */
  const framesOf = async (page: Page, path: string): Promise<boolean[]> => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(WATCH_FRAMES);
    await page.route('**/merchant/get-session', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SESSION_MS));
      await route.continue();
    });
    await page.goto(`${test.baseUrl}/dashboard/${path}`);
    await page.locator('h1').first().waitFor();
    if (path !== 'log-in') await settled(page);
    const frames = (await page.evaluate('globalThis.frames')) as boolean[];
    return frames.slice(frames.indexOf(true));
  };

  beforeAll(async () => {
    shop = await makeShop(test);
  }, 120_000);

  it.each(['', 'orders', 'settings'])('shows something in every frame: %s', async (path) => {
    const place = `test/${shop.store.id}`;
    const page = await openAs(test, browser, shop.merchant, place);
    const frames = await framesOf(page, `${place}/${path}`);
    expect(frames.length).toBeGreaterThan(5);
    expect(frames.filter((isShown) => !isShown).length).toBe(0);
    await page.context().close();
  });

  it('shows something in every frame on the way to the login page', async () => {
    const page = await browser.open();
    const frames = await framesOf(page, 'log-in');
    expect(frames.filter((isShown) => !isShown).length).toBe(0);
  });

  it('fetches at most 170 KB of script for the log-in page', async () => {
    const page = await browser.open();
    await page.goto(`${test.baseUrl}/dashboard/log-in`);
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const scripts = (await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')).map((one) => one.encodedBodySize)`)) as number[];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_SCRIPT);
  });
});
