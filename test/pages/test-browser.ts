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

/** Starts a browser, unless it is missing or left out. */
type Launch = () => Promise<Browser | undefined>;

/** The browsers of this process. They end with it. */
const running = new Map<Launch, Browser>();

/**
 * A browser for the tests of a file, which it shares with the other files of the process; a failed
 * test prints what its pages show.
 */
export function useBrowser(launch: Launch): TestBrowser {
  let browser: Browser | undefined;
  /** Those of the file's tests, and those of the running one. */
  const ofFile: BrowserContext[] = [];
  let opened = ofFile;
  beforeAll(async () => {
    browser = await startOnce(launch);
  });
  beforeEach(() => {
    opened = [];
  });
  afterEach(async ({ task }) => {
    const contexts = opened;
    opened = ofFile;
    if (task.result?.state === 'fail') {
      for (const page of contexts.flatMap((context) => context.pages())) {
        console.error(`${task.name}: ${await describePage(page)}`);
      }
    }
    await Promise.all(contexts.map((context) => context.close()));
  });
  afterAll(() => Promise.all(ofFile.map((context) => context.close())));
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('The browser is missing or was left out');
      const context = await browser.newContext({ locale: 'en-US', ...options });
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      opened.push(context);
      return context.newPage();
    },
  };
}

/** The process's browser, started again if it has ended. */
async function startOnce(launch: Launch): Promise<Browser | undefined> {
  const known = running.get(launch);
  if (known?.isConnected()) return known;
  const browser = await launch();
  if (browser) running.set(launch, browser);
  return browser;
}

/** A page's address and visible text, also of a page that doesn't respond anymore. */
async function describePage(page: Page): Promise<string> {
  const text = page.locator('body').innerText({ timeout: 2_000 });
  return `${page.url()}\n${(await text.catch(String)).slice(0, MAX_TEXT)}`;
}
