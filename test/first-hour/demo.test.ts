import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoFileContent, demoClient, readDemo } from '../support/demo-client.ts';
import { post } from '../support/merchant.ts';
import { type ServiceProcess, startService, withFolder } from '../support/service-process.ts';

/** Longest wait for a delivery: the worker is notified rather than polling. */
const DELIVERY_MS = 10_000;

const running = {} as { folder: string; service: ServiceProcess; demo: DemoFileContent };

beforeAll(async () => {
  running.folder = await mkdtemp(join(tmpdir(), 'tillgate-demo-'));
  running.service = await startService(running.folder);
  running.demo = await readDemo(running.folder);
}, 180_000);

afterAll(async () => {
  await running.service?.stop();
  await rm(running.folder, { recursive: true, force: true });
});

const get = (path: string) => fetch(running.service.baseUrl + path, { redirect: 'manual' });
const inspectorPath = () => `/inspector/${running.demo.inspectorId}`;

describe('the first start in an empty folder', () => {
  it('prints where to go, without colors, and then that it is listening', () => {
    const output = running.service.output();
    const { baseUrl } = running.service;
    const { storeSlug, password, email } = running.demo;
    expect(output).toContain(`${baseUrl}/store/${storeSlug}/checkout/cs_`);
    expect(output).toContain('4242 4242 4242 4242');
    expect(output).toContain(baseUrl + inspectorPath());
    expect(output).toContain(`${email}  ${password}`);
    expect(output).toContain(join('data', 'demo.json'));
    expect(output).toContain(`${baseUrl}/docs`);
    expect(output).not.toContain('\u001b');
    expect(output.trimEnd().split('\n').at(-1)).toBe(`listening on ${baseUrl}`);
  });

  it('keeps the key in files that only their owner can read', async () => {
    for (const name of ['demo.json', 'demo.env', 'secret-key']) {
      const { mode } = await stat(join(running.folder, 'data', name));
      expect(mode & 0o777).toBe(0o600);
    }
  });

  it('provides a key and a login that work', async () => {
    const call = demoClient(running.service.baseUrl, running.demo);
    const { storeId: id, email, password } = running.demo;
    expect((await call('store/update-store', { id, name: 'Demo Store' })).status).toBe(200);
    const body = JSON.stringify({ email, password });
    const logIn = await post(running.service.baseUrl, '/v1/actions/merchant/log-in', body);
    expect(logIn.body.data.merchant.id).toBe(running.demo.merchantId);
  });

  it('shows a start page that links to everything and runs no inline scripts', async () => {
    const response = await get('/');
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=|onclick=/);
    const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] as string);
    expect(links).toEqual(expect.arrayContaining(['/docs', '/demo/checkout', inspectorPath()]));
    for (const link of links) expect((await get(link)).status, link).toBeLessThan(400);
  });

  it('opens a fresh checkout for every visit', async () => {
    const [first, second] = [await get('/demo/checkout'), await get('/demo/checkout')];
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).not.toBe(second.headers.get('location'));
    expect((await fetch(first.headers.get('location') as string)).status).toBe(200);
  });

  it('counts requests by action and route at /metrics', async () => {
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(
      /tillgate_http_requests_total\{path="\/v1\/actions\/merchant\/log-in",status="200"\} \d/,
    );
    expect(text).toContain('path="/inspector/:id"');
    expect(text).not.toContain(running.demo.inspectorId);
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('the inspector', () => {
  it('shows the order.completed of a paid checkout as verified', async () => {
    const checkout = (await get('/demo/checkout')).headers.get('location') as string;
    expect((await pay(checkout)).body.data.status).toBe('completed');
    const html = await untilShown('order.completed');
    expect(html).toContain('✓ signature valid');
    expect(html).toContain('The Weekend Baker');
    expect(html).toContain('x-service-signature');
  });

  it('shows a forged delivery as forged', async () => {
    const forged = JSON.stringify({ mode: 'test', eventType: 'order.forged' });
    const { baseUrl } = running.service;
    await post(baseUrl, inspectorPath(), forged, { 'x-service-signature': 't=1,v1=AAAA' });
    expect(await untilShown('order.forged')).toContain('✗ signature invalid');
  });

  it('passes on that a visitor opens too many checkouts', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/demo/checkout')));
    const refused = answers.filter(({ status }) => status !== 303);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  });

  it('answers 404 at any other address', async () => {
    const other = `/inspector/${crypto.randomUUID()}`;
    expect((await get(other)).status).toBe(404);
    expect((await post(running.service.baseUrl, other, '{}')).status).toBe(404);
  });
});

describe('the data folder', () => {
  it('is refused to a second process while the first is running', async () => {
    await expect(startService(running.folder)).rejects.toThrow(
      /Another Tillgate process is using .*data/,
    );
  }, 90_000);

  it('keeps the demo across a restart, and updates its webhook to a new address', async () => {
    await running.service.stop();
    running.service = await startService(running.folder);
    expect((await readDemo(running.folder)).merchantId).toBe(running.demo.merchantId);
    const checkout = (await get('/demo/checkout')).headers.get('location') as string;
    await pay(checkout);
    expect(await untilShown('order.completed')).toContain('✓ signature valid');
  }, 180_000);

  it('gets no demo with DEMO=false, here from a .env file', async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, '.env'), 'DEMO=false\n');
      const service = await startService(folder);
      expect(service.output()).not.toContain('Checkout');
      expect((await fetch(`${service.baseUrl}/demo/checkout`)).status).toBe(404);
      await expect(readDemo(folder)).rejects.toThrow('ENOENT');
      expect(await service.stop()).toBe(0);
    });
  }, 180_000);
});

async function pay(checkout: string) {
  const { origin, pathname } = new URL(checkout);
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
  const token = await post(origin, '/sandbox/tokens', JSON.stringify(card));
  const body = {
    buyerEmail: 'buyer@example.com',
    billingDetail: { country: 'DE', isBusiness: false },
    paymentMethod: 'card',
    paymentToken: token.body.data.token,
  };
  return post(origin, `${pathname}/pay`, JSON.stringify(body));
}

/**
 * The inspector's entries once one of them contains the text. The delivery comes from another
 * process.
 */
async function untilShown(text: string): Promise<string> {
  const giveUpAt = Date.now() + DELIVERY_MS;
  for (;;) {
    const html = await (await get(`${inspectorPath()}/entries?after=0`)).text();
    if (html.includes(text)) return html;
    if (Date.now() > giveUpAt) throw new Error(`The inspector never showed ${text}`);
  }
}
