// What a first visit to the checkout and to the dashboard costs on a slow phone, measured by hand with
// Chromium's tracing under the network and processor of Lighthouse's two presets, and scored on
// Lighthouse's published curves. CHROMIUM_PATH names the browser.
import { chromium } from 'playwright-core';
import { callOnce, signUpMerchant } from './support/merchant.ts';
import { type Device, type PageMetrics, performanceScore } from './support/page-score.ts';
import { checkAccessibility, type Visited, visit } from './support/page-visit.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { benchServerUrl, startService } from './support/service.ts';
import { makeProduct, makeStore, PRODUCT } from './support/shop.ts';

const ROUNDS = scaled(3, 1);
const SALES = 5;
/** Issue's figure, of 100. */
const LEAST_SCORE = 95;
const CONDITIONS = {
  phone: 'empty cache, 1.6 Mbit/s, 150 ms, processor slowed 4 times, 412 × 823 pixels',
  desktop: 'empty cache, 10 Mbit/s, 40 ms, 1350 × 940 pixels',
};
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

const service = await startService(benchServerUrl ? 'postgres' : 'embedded');
const merchant = await signUpMerchant(service);
const store = await makeStore(service, merchant);
const productId = await makeProduct(service, merchant, store);
for (let sale = 0; sale < SALES; sale += 1) await pay(await openCheckout());
const pages = {
  checkout: { url: (await openCheckout()).checkoutUrl, cookie: null, shows: PRODUCT.name },
  dashboard: {
    url: `${service.baseUrl}/dashboard/test/${store.id}`,
    cookie: merchant.cookie,
    shows: 'Orders by day',
  },
};
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: FLAGS });
for (const [name, page] of Object.entries(pages)) {
  for (const device of ['phone', 'desktop'] as const) {
    const options = { ...page, device };
    const visits: Visited[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, options));
    reportPage(name, device, visits, await checkAccessibility(browser, options));
  }
}
await browser.close();
await service.stop();

function openCheckout() {
  const body = { productId, currency: 'USD' };
  const path = 'checkout/create-session';
  return callOnce<{ sessionId: string; checkoutUrl: string }>(service, merchant, path, body);
}

async function pay({ sessionId }: { sessionId: string }): Promise<void> {
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
  const { token } = await post('/sandbox/tokens', card);
  await post(`/store/${store.slug}/checkout/${sessionId}/pay`, {
    buyerEmail: 'buyer@example.com',
    billingDetail: { country: 'DE', isBusiness: false },
    ...{ paymentMethod: 'card', paymentToken: token },
  });
}

async function post(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const envelope = (await response.json()) as { data: Record<string, string> | null };
  if (!envelope.data) throw new Error(`${path} answered ${JSON.stringify(envelope)}`);
  return envelope.data;
}

function reportPage(
  name: string,
  device: Device,
  visits: readonly Visited[],
  { broken, kept }: { broken: readonly string[]; kept: number },
): void {
  const middle = (pick: (visited: Visited) => number) => median(visits.map(pick));
  const time = (label: string, metric: keyof PageMetrics): Figure => {
    return { name: label, value: middle(({ metrics }) => metrics[metric]), unit: 'ms' };
  };
  const target = { must: 'be at least', value: LEAST_SCORE } as const;
  const performance = middle(({ metrics }) => performanceScore(metrics, device));
  const accessibility = (100 * kept) / (kept + broken.length);
  if (broken.length > 0) process.stdout.write(`axe-core on ${name}: ${broken.join(', ')}\n`);
  report({
    title: `First visit: ${name} on a ${device}`,
    conditions: CONDITIONS[device],
    rounds: ROUNDS,
    figures: [
      { name: 'performance, of 100', value: performance, unit: '', target },
      { name: 'accessibility, of 100', value: accessibility, unit: '', target },
      { name: 'rules of axe-core broken', value: broken.length, unit: '' },
      { name: 'sent over the network', value: middle(({ bytes }) => bytes) / 1024, unit: 'KB' },
      { name: 'requests', value: middle(({ requests }) => requests), unit: '' },
      time('First Contentful Paint', 'firstContentfulPaint'),
      time('Speed Index', 'speedIndex'),
      time('Largest Contentful Paint', 'largestContentfulPaint'),
      time('Total Blocking Time', 'totalBlockingTime'),
      {
        name: 'Cumulative Layout Shift',
        value: middle(({ metrics }) => metrics.cumulativeLayoutShift),
        unit: '',
      },
    ],
    plots: [
      {
        file: `page-${name}-${device}`,
        title: `First visit: ${name} on a ${device}`,
        unit: 'of 100',
        bars: [bar('performance', performance), bar('accessibility', accessibility)],
        limits: [{ name: 'target', value: LEAST_SCORE }],
      },
    ],
  });
}
