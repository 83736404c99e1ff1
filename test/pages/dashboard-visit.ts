import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, vi } from 'vitest';
import { insertSession } from '../../src/domain/merchant/merchant.queries.ts';
import { newUuid } from '../../src/kit/id.ts';
import { newSessionSecret, sessionHash } from '../../src/kit/session-secret.ts';
import { addMs } from '../../src/kit/time.ts';
import type { TestMerchant } from '../support/merchant.ts';
import type { TestApp } from '../support/test-app.ts';
import { useChromium } from './chromium.ts';
import type { TestBrowser } from './test-browser.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds for a build of the pages while other tests run. */
const BUILD_MS = 120_000;
/** Milliseconds for a test: a browser is slow while other tests run. */
const TEST_MS = 120_000;
/** The narrowest supported screen, in pixels. */
const NARROW = { width: 360, height: 740 };
/** Milliseconds for a page to load on a busy machine. */
const LOAD_MS = 30_000;
/** Milliseconds for a page to adapt to a new width. */
const SETTLE_MS = 5_000;

const DRAWN_TWICE = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
})`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The dashboard in a browser, built if it is stale. */
export function useDashboardBrowser(): TestBrowser {
  useBuiltDashboard();
  return useChromium();
}

/** Builds the dashboard if it is stale, and gives tests more time. */
export function useBuiltDashboard(): void {
  vi.setConfig({ testTimeout: TEST_MS });
  beforeAll(async () => {
    const { buildPages } = await import('../../scripts/build.mjs' as string);
    await buildPages();
  }, BUILD_MS);
}

/** Lets a page's clock run by as many milliseconds ahead. */
const runAhead = (aheadMs: number) => `
  globalThis.Date = class extends Date {
    constructor(...parts) {
      parts.length === 0 ? super(Date.now()) : super(...parts);
    }
    static now() {
      return super.now() + ${aheadMs};
    }
  };`;

type Options = BrowserContextOptions & {
  /** Whether the page's clock shows business time; otherwise, it is the machine's. */
  readonly isInBusinessTime?: boolean;
  /** A script that runs before those of the page. */
  readonly runFirst?: string;
};

/** Opens a path below `/dashboard` as a logged-in merchant: `test/STO_…/products`. */
export async function openAs(
  test: TestApp,
  browser: TestBrowser,
  merchant: Pick<TestMerchant, 'id'>,
  path: string,
  { isInBusinessTime = false, runFirst, ...options }: Options = {},
): Promise<Page> {
  const cookie = await makeSessionCookie(test, merchant);
  const page = await browser.open(options);
  if (isInBusinessTime) {
    await page.addInitScript(runAhead(test.clock.now().getTime() - Date.now()));
  }
  if (runFirst) await page.addInitScript(runFirst);
  await page.context().addCookies([cookie]);
  await page.goto(`${test.baseUrl}/dashboard/${path}`);
  return page;
}

/** The cookie of a new dashboard session. */
export async function makeSessionCookie(test: TestApp, merchant: Pick<TestMerchant, 'id'>) {
  const secret = newSessionSecret();
  const now = test.clock.now();
  await insertSession(test.database, {
    id: newUuid(now),
    tokenHash: sessionHash(secret),
    merchantId: merchant.id,
    createdAt: now,
    expiresAt: addMs(now, DAY_MS),
  });
  const cookie = { name: 'tillgate_session', value: secret, domain: '127.0.0.1', path: '/v1' };
  return { ...cookie, httpOnly: true, sameSite: 'Strict' } as const;
}

/** Waits until the page shows no loading indicator. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  const loading = page.locator('main .mantine-Loader-root, main .mantine-Skeleton-root');
  await expect.poll(() => loading.count(), { timeout: LOAD_MS }).toBe(0);
}

/** Delays the answers to GraphQL queries that contain the word until the test releases them. */
export async function holdBack(
  page: Page,
  word: string,
  url = '**/v1/graphql',
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().postData()?.includes(word)) await released;
    await route.continue();
  });
  return release;
}

/**
 * Checks the current page: axe-core finds nothing serious in light mode, nor in dark mode at 360
 * pixels, where the page itself must not scroll sideways.
 */
export async function expectUsable(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect.poll(() => seriousFindings(page), { timeout: SETTLE_MS }).toEqual([]);
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(NARROW);
  const width = () => page.evaluate('document.documentElement.scrollWidth');
  await expect.poll(width, { timeout: SETTLE_MS }).toBeLessThanOrEqual(NARROW.width);
  await expect.poll(() => seriousFindings(page), { timeout: SETTLE_MS }).toEqual([]);
  if (!size) return;
  await page.setViewportSize(size);
  // A click aimed before the page is back at its width could miss.
  await page.evaluate(DRAWN_TWICE);
}

/** Serious accessibility findings of axe-core: rule and place. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Rules for video and audio would preload their files; there are none.
  const run = "axe.run(document, { resultTypes: ['violations'], preload: false })";
  const { violations } = (await page.evaluate(run)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
}
