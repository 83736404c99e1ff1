import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Characters of a page that a failed test prints. */
const MAX_TEXT = 1_500;
/** Shorter than the time of a test, so that a failed test names the step that it waited for. */
const STEP_TIMEOUT_MS = 25_000;

export interface TestBrowser {
  /** A page in a separate browser context, closed after the test that opens it. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** One browser for the tests of a file; a failed test prints what its pages show. */
export function useBrowser(launch: () => Promise<Browser | undefined>): TestBrowser {
  let browser: Browser | undefined;
  /** Those of the running test; pages opened in `beforeAll` last for all tests. */
  let opened: BrowserContext[] | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  beforeEach(() => {
    opened = [];
  });
  afterEach(async ({ task }) => {
    const contexts = opened ?? [];
    opened = undefined;
    if (task.result?.state === 'fail') {
      for (const page of contexts.flatMap((context) => context.pages())) {
        console.error(`${task.name}: ${await describePage(page)}`);
      }
    }
    await Promise.all(contexts.map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('The browser is missing or was left out');
      const context = await browser.newContext({ locale: 'en-US', ...options });
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      opened?.push(context);
      return context.newPage();
    },
  };
}

/** A page's address and visible text, also of a page that doesn't respond anymore. */
async function describePage(page: Page): Promise<string> {
  const text = page.locator('body').innerText({ timeout: 2_000 });
  return `${page.url()}\n${(await text.catch(String)).slice(0, MAX_TEXT)}`;
}
