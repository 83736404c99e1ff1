import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { OBSERVERS, type Observed } from './page-observers.ts';
import type { Device, PageMetrics } from './page-score.ts';
import { framesOf, speedIndex } from './speed-index.ts';

/** Lighthouse's presets: screen, processor and network (`core/config/constants.js`). */
const PRESETS = {
  phone: {
    screen: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
    ...{ slowdown: 4, roundTripMs: 150, downKbps: 1.6 * 1024, upKbps: 750 },
  },
  desktop: {
    screen: { viewport: { width: 1350, height: 940 }, deviceScaleFactor: 1, isMobile: false },
    ...{ slowdown: 1, roundTripMs: 40, downKbps: 10 * 1024, upKbps: 10 * 1024 },
  },
} as const;
/** Its factors for a browser that delays requests instead of packets. */
const LATENCY_FACTOR = 3.75;
const THROUGHPUT_FACTOR = 0.9;
const BYTES_A_KILOBIT = 1024 / 8;
/** Lighthouse waits as long for quiet when it throttles the browser itself. */
const QUIET_MS = 5_250;
const LONGEST_VISIT_MS = 90_000;
const TRACED = ['blink.user_timing', 'disabled-by-default-devtools.screenshot'];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visited {
  readonly metrics: PageMetrics;
  /** As they travelled, headers included. */
  readonly bytes: number;
  readonly requests: number;
}

export interface VisitOptions {
  readonly device: Device;
  readonly url: string;
  readonly cookie: string | null;
  /** What the page shows when it is done. */
  readonly shows: string;
}

/** One first visit with an empty cache, throttled as Lighthouse's preset for the device. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visited> {
  const page = await open(browser, options);
  await page.addInitScript(OBSERVERS);
  const session = await page.context().newCDPSession(page);
  await throttle(session, options.device);
  const travelled = await countTravelled(session);
  await browser.startTracing(page, { screenshots: true, categories: TRACED });
  await page.goto(options.url, { timeout: LONGEST_VISIT_MS });
  await page.getByText(options.shows).first().waitFor({ timeout: LONGEST_VISIT_MS });
  await page.waitForLoadState('networkidle', { timeout: LONGEST_VISIT_MS });
  await pause(QUIET_MS);
  const trace = await browser.stopTracing();
  const observed = (await page.evaluate('window.observed()')) as Observed;
  await page.context().close();
  const blank = await browser.newPage();
  const index = await speedIndex(blank, framesOf(trace, options.url));
  await blank.close();
  return { metrics: { ...observed, speedIndex: index }, ...travelled() };
}

async function open(browser: Browser, { cookie, device }: VisitOptions): Promise<Page> {
  const context = await browser.newContext({ ...PRESETS[device].screen, locale: 'en-US' });
  const [name, value] = cookie?.split('=') ?? [];
  if (name && value) await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/v1' }]);
  return context.newPage();
}

async function throttle(session: CDPSession, device: Device): Promise<void> {
  const { slowdown, roundTripMs, downKbps, upKbps } = PRESETS[device];
  const bytes = (kbps: number) => kbps * THROUGHPUT_FACTOR * BYTES_A_KILOBIT;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs * LATENCY_FACTOR,
    downloadThroughput: bytes(downKbps),
    uploadThroughput: bytes(upKbps),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

async function countTravelled(session: CDPSession) {
  const sum = { bytes: 0, requests: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    sum.requests += 1;
  });
  return () => ({ ...sum });
}

/** Rules of axe-core that the page as it stands breaks, and how many it keeps. */
export async function checkAccessibility(browser: Browser, options: VisitOptions) {
  const page = await open(browser, options);
  await page.goto(options.url);
  await page.getByText(options.shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))');
  const { violations, passes } = (await page.evaluate(`${axe}; axe.run(document)`)) as {
    violations: { id: string; impact: string }[];
    passes: unknown[];
  };
  await page.context().close();
  return { broken: violations.map(({ id, impact }) => `${id} (${impact})`), kept: passes.length };
}
