import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Characters of a page that the report of a failed test shows. */
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
 * A browser for the tests of a file, which it shares with the other files of the process; the error
 * of a failed test also says what its pages show.
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
    const [error] = task.result?.errors ?? [];
    if (error) {
      const pages = contexts.flatMap((context) => context.pages());
      error.message = [error.message, ...(await Promise.all(pages.map(describePage)))].join('\n');
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
  const lines = page.evaluate(() => {
    const lines = document.body.innerText.split('\n').filter(Boolean);
    const options = new Set([...document.querySelectorAll('option')].map(({ text }) => text));
    return lines.filter((line) => !options.has(line));
  });
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, 2_000, ['no answer']));
  const shown = await Promise.race([lines, late]).catch((error) => [String(error)]);
  return `${page.url()}\n${shown.join('\n').slice(0, MAX_TEXT)}`;
}
