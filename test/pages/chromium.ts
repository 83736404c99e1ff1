import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { isLeftOut, needs, programs } from '../support/needs.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = programs.chromium;

/** A suite that needs a browser. */
export function describeInChromium(name: string, suite: () => void): void {
  describe(name, needs('chromium'), suite);
}

export interface TestBrowser {
  /** A page of a visitor of its own, closed at the end of the file. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** One browser for the tests of a file. Nothing but the service itself can be reached from it. */
export function useChromium(): TestBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath && !isLeftOut('chromium'))
      browser = await chromium.launch({ executablePath, args: FLAGS });
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
