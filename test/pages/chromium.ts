import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { CHROMIUM_FLAGS } from '../support/browser-flags.ts';
import { isLeftOut, needs, programs } from '../support/needs.ts';

const executablePath = programs.chromium;

/** A suite that requires a browser. */
export function describeInChromium(name: string, suite: () => void): void {
  describe(name, needs('chromium'), suite);
}

export interface TestBrowser {
  /** A page in a separate browser context, closed at the end of the file. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** One browser for the tests of a file. It can reach only the service itself. */
export function useChromium(): TestBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath && !isLeftOut('chromium'))
      browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });
  afterAll(() => browser?.close());
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('No Chromium');
      const context = await browser.newContext({ locale: 'en-US', ...options });
      await context.route(
        (url) => url.hostname !== '127.0.0.1' && url.hostname !== 'localhost',
        (route) => route.abort(),
      );
      return context.newPage();
    },
  };
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
