import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { CHROMIUM_FLAGS } from '../support/browser-flags.ts';
import { isLeftOut, needs, programs } from '../support/needs.ts';
import { type TestBrowser, useBrowser } from './test-browser.ts';

const executablePath = programs.chromium;

/** Playwright's routes would do, but they turn off the cache, and each request passes through them. */
const ONLY_THIS_MACHINE =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** A suite that requires a browser. */
export function describeInChromium(name: string, suite: () => void): void {
  describe(name, needs('chromium'), suite);
}

/** Chromium for the tests of a file. It can reach only this machine. */
export function useChromium(): TestBrowser {
  return useBrowser(startChromium);
}

async function startChromium(): Promise<Browser | undefined> {
  if (!executablePath || isLeftOut('chromium')) return undefined;
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ONLY_THIS_MACHINE] });
}

/** Waits for the given element, and for the page to load its style sheets and scripts. */
export async function sees(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  await page.waitForLoadState('load');
}

/**
 * The page's width in pixels including any horizontal overflow. Measuring while a page loads would
 * lay it out without its style sheets, so this waits for the load to finish.
 */
export async function widthOf(page: Page): Promise<number> {
  await page.waitForLoadState('load');
  return page.evaluate(() => document.documentElement.scrollWidth);
}
