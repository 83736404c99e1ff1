import { type Browser, firefox } from 'playwright-core';
import { describe } from 'vitest';
import { isLeftOut, needs, programs } from '../support/needs.ts';
import { type TestBrowser, useBrowser } from './test-browser.ts';

const executablePath = programs.firefox;

/** Sends requests for any other machine to a proxy that doesn't exist. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** A suite that requires Firefox. */
export function describeInFirefox(name: string, suite: () => void): void {
  describe(name, needs('firefox'), suite);
}

/** Firefox for the tests of a file: the distribution's own, driven by WebDriver BiDi. */
export function useFirefox(): TestBrowser {
  return useBrowser(startFirefox);
}

async function startFirefox(): Promise<Browser | undefined> {
  if (!executablePath || isLeftOut('firefox')) return undefined;
  const launch = { executablePath, channel: 'moz-firefox', firefoxUserPrefs: PREFERENCES };
  return firefox.launch(launch);
}
