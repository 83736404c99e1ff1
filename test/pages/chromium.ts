import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

/** Where distributions put it; `CHROMIUM_PATH` names another. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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

const { CHROMIUM_PATH } = process.env;
const executablePath = (CHROMIUM_PATH ? [CHROMIUM_PATH] : PATHS).find((path) => existsSync(path));

/** A suite that needs a browser; where there is none it is skipped and says so. */
export const describeInChromium = executablePath
  ? describe
  : (name: string, suite: () => void) =>
      describe.skip(`${name} (skipped: no Chromium found, CHROMIUM_PATH may name one)`, suite);

export interface TestBrowser {
  /** A page of a visitor of its own, closed at the end of the file. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** One browser for the tests of a file. Nothing but the service itself can be reached from it. */
export function useChromium(): TestBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  afterAll(() => browser?.close());
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('No Chromium');
      const context = await browser.newContext({ locale: 'en-US', ...options });
      await context.route(
        (url) => url.hostname !== '127.0.0.1',
        (route) => route.abort(),
      );
      return context.newPage();
    },
  };
}
