// Lighthouse scores for a first visit to the checkout and the dashboard, with its mobile and
// desktop presets, and to login and documentation, with the mobile one. CHROMIUM_PATH names the
// browser.

import { benchServerUrl } from './support/bench-server.ts';
import { type Device, startLighthouse, type Visited } from './support/lighthouse.ts';
import { callOnce, signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { startService } from './support/service.ts';
import { makeProduct, makeStore } from './support/shop.ts';

const ROUNDS = scaled(5, 1);
const SALES = 5;
/** Target, out of 100. */
const MIN_SCORE = 95;
const CONDITIONS = {
  phone: 'Moto G Power on slow 4G: 1.6 Mbit/s, 150 ms, processor slowed 4 times',
  desktop: '10 Mbit/s, 40 ms, processor as it is',
};

const lighthouse = startLighthouse(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium');
const service = await startService(benchServerUrl ? 'postgres' : 'embedded');
const merchant = await signUpMerchant(service);
const store = await makeStore(service, merchant);
const productId = await makeProduct(service, merchant, store);
for (let sale = 0; sale < SALES; sale += 1) await pay(await openCheckout());
const EVERY: readonly Device[] = ['phone', 'desktop'];
const SLOWEST: readonly Device[] = ['phone'];
const { cookie } = merchant;
const dashboard = `${service.baseUrl}/dashboard`;
const pages = {
  checkout: { url: (await openCheckout()).checkoutUrl, cookie: null, devices: EVERY },
  dashboard: { url: `${dashboard}/test/${store.id}`, cookie, devices: EVERY },
  login: { url: `${dashboard}/log-in`, cookie: null, devices: SLOWEST },
  documentation: { url: `${service.baseUrl}/docs`, cookie: null, devices: SLOWEST },
};
for (const [name, { devices, ...page }] of Object.entries(pages)) {
  for (const device of devices) {
    const visits: Visited[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      visits.push(await lighthouse.visit({ ...page, device }));
    }
    reportPage(name, device, visits);
  }
}
lighthouse.remove();
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

type Measure = Exclude<keyof Visited, 'version'>;

function reportPage(name: string, device: Device, visits: readonly Visited[]): void {
  const middle = (measure: Measure) => median(visits.map((each) => each[measure]));
  const time = (name: string, measure: Measure): Figure => {
    return { name, value: middle(measure), unit: 'ms' };
  };
  const target = { must: 'be at least', value: MIN_SCORE } as const;
  const performance = middle('performance');
  const accessibility = middle('accessibility');
  report({
    title: `First visit: ${name} on a ${device}`,
    conditions: `Lighthouse ${visits[0]?.version}, empty cache, ${CONDITIONS[device]}`,
    rounds: ROUNDS,
    figures: [
      { name: 'performance, of 100', value: performance, unit: '', target },
      { name: 'accessibility, of 100', value: accessibility, unit: '', target },
      { name: 'sent over the network', value: middle('bytes') / 1024, unit: 'KB' },
      { name: 'requests', value: middle('requests'), unit: '' },
      time('First Contentful Paint', 'firstContentfulPaint'),
      time('Speed Index', 'speedIndex'),
      time('Largest Contentful Paint', 'largestContentfulPaint'),
      time('Total Blocking Time', 'totalBlockingTime'),
      { name: 'Cumulative Layout Shift', value: middle('cumulativeLayoutShift'), unit: '' },
    ],
    plots: [
      {
        file: `page-${name}-${device}`,
        title: `First visit: ${name} on a ${device}`,
        unit: 'of 100',
        bars: [bar('performance', performance), bar('accessibility', accessibility)],
        limits: [{ name: 'target', value: MIN_SCORE }],
      },
    ],
  });
}
