import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Builder, By, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { isLeftOut, needs, programs } from '../support/needs.ts';
import { freePort } from '../support/server-programs.ts';

/** Milliseconds for a page to show something on a busy machine. */
const WAIT_MS = 25_000;
/** Milliseconds for display, driver and browser to start. */
const START_MS = 60_000;
/** As in many containers: `navigator.language` is `C` then, which is no language tag. */
const LANGUAGE = { LANG: 'C.UTF-8' };

export interface WebKit {
  readonly driver: WebDriver;
  /** The first element of the selector that is shown, once it is. */
  find(selector: string): Promise<WebElement>;
  /** The same by an XPath expression. */
  findByPath(path: string): Promise<WebElement>;
}

/** A suite that requires WebKit, the engine of Safari and of all browsers on iPhones. */
export function describeInWebKit(name: string, suite: () => void): void {
  describe(name, needs('webkit'), suite);
}

/** WebKitGTK's own browser, driven by WebDriver, for the tests of a file. */
export function useWebKit(): () => WebKit {
  const stops: (() => unknown)[] = [];
  let driver: WebDriver | undefined;
  beforeAll(async () => {
    const { webkitDriver, miniBrowser, xvfb } = programs;
    if (!webkitDriver || !miniBrowser || !xvfb || isLeftOut('webkit')) return;
    const { display, child } = await startDisplay(xvfb);
    stops.unshift(() => child.kill());
    const port = await freePort();
    const env = { ...process.env, ...LANGUAGE, DISPLAY: display } as Record<string, string>;
    const service = spawn(webkitDriver, [`--port=${port}`], { env, stdio: 'ignore' });
    stops.unshift(() => service.kill());
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(`${url}/status`), WAIT_MS);
    const options = { binary: miniBrowser, args: ['--automation'] };
    driver = await new Builder()
      .usingServer(url)
      .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
      .build();
    stops.unshift(() => driver?.quit());
  }, START_MS);
  afterAll(async () => {
    for (const stop of stops) await stop();
  });
  return () => {
    if (!driver) throw new Error('WebKit is missing or was left out');
    return makeWebKit(driver);
  };
}

function makeWebKit(driver: WebDriver): WebKit {
  const shown = async (place: By): Promise<WebElement> => {
    const element = await driver.wait(until.elementLocated(place), WAIT_MS);
    return driver.wait(until.elementIsVisible(element), WAIT_MS);
  };
  return {
    driver,
    find: (selector) => shown(By.css(selector)),
    findByPath: (path) => shown(By.xpath(path)),
  };
}

/** A display without a screen, since this engine has no headless mode. */
async function startDisplay(xvfb: string): Promise<{ display: string; child: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
  const child = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
  for await (const number of lines) return { display: `:${number}`, child };
  throw new Error('Xvfb ended without a display');
}
