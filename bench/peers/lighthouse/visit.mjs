// Visits one page as a first-time visitor and prints Lighthouse's report as one line of JSON.
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const { chromePath, url, cookie, device } = JSON.parse(process.argv[2]);
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Retries when Lighthouse itself fails, as it occasionally does while tracing. */
const MAX_VISITS = 3;

const chrome = await launch({ chromePath, chromeFlags: FLAGS });
try {
  let lhr;
  for (let visit = 0; visit < MAX_VISITS; visit += 1) {
    ({ lhr } = await lighthouse(
      url,
      {
        port: chrome.port,
        onlyCategories: ['performance', 'accessibility'],
        extraHeaders: cookie ? { cookie } : {},
      },
      device === 'desktop' ? desktopConfig : undefined,
    ));
    if (!lhr.runtimeError) break;
  }
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const value = (audit) => lhr.audits[audit].numericValue;
  const sent = lhr.audits['network-requests'].details.items;
  process.stdout.write(
    JSON.stringify({
      version: lhr.lighthouseVersion,
      url: lhr.finalDisplayedUrl,
      performance: 100 * lhr.categories.performance.score,
      accessibility: 100 * lhr.categories.accessibility.score,
      bytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: sent.length,
      firstContentfulPaint: value('first-contentful-paint'),
      speedIndex: value('speed-index'),
      largestContentfulPaint: value('largest-contentful-paint'),
      totalBlockingTime: value('total-blocking-time'),
      cumulativeLayoutShift: value('cumulative-layout-shift'),
    }),
  );
} finally {
  chrome.kill();
}
