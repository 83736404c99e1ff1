import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { REFUSED_HOSTS, REFUSED_URLS } from '../../test/support/refused-addresses.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, insertWebhookRow, readDeliveries } from '../../test/support/webhook.ts';

const test = useTestApp({ ALLOW_PRIVATE_WEBHOOKS: 'false', WEBHOOK_RETRY_SCHEDULE: '60' });

/** Listens on all addresses of this machine; nothing may ever connect. */
const canary = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let connections = 0;
beforeAll(() => new Promise<void>((resolve) => canary.listen(0, '::', resolve)));
afterAll(() => void canary.close());

function refusedUrls(): string[] {
  const { port } = canary.address() as AddressInfo;
  const hosts = REFUSED_HOSTS.map((host) => `https://${host}:${port}/hook?token=secret`);
  return [...hosts, ...REFUSED_URLS.map((url) => url.replace('PORT', String(port)))];
}

describe('addresses that are refused', () => {
  it('knows at least 120 spellings', () => {
    expect(new Set([...REFUSED_HOSTS, ...REFUSED_URLS]).size).toBeGreaterThanOrEqual(120);
  });

  it('refuses each of them when a webhook is added or updated', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const body = { storeId, channel: 'http', events: ['order.completed'], testMode: true };
    const url = 'https://hooks.example.com/';
    const added = await merchant.call('store/add-webhook', { ...body, url });
    expect(added.status).toBe(200);
    const { id } = added.body.data.webhook;
    const taken: string[] = [];
    for (const url of refusedUrls()) {
      const adding = await merchant.call('store/add-webhook', { ...body, url });
      if (adding.status !== 400) taken.push(`add ${adding.status} ${url}`);
      const updating = await merchant.call('store/update-webhook', { id, url });
      if (updating.status !== 400) taken.push(`update ${updating.status} ${url}`);
    }
    expect(taken).toEqual([]);
  });

  it('connects to none of them when an event or a test event is delivered', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    const urls = refusedUrls();
    for (const url of urls) await insertWebhookRow(test, storeId, url);
    await emit(test, storeId);
    const sent = await merchant.call('store/send-test-event', { storeId });
    expect(sent.body.data.deliveries).toHaveLength(urls.length);
    await test.app.worker.runOnce();
    test.clock.advance(61_000);
    await test.app.worker.runOnce();
    test.clock.advance(61_000);
    await test.app.worker.runOnce();
    const deliveries = await readDeliveries(test, storeId);
    expect(deliveries).toHaveLength(urls.length * 2);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['failed']));
    const failures = new Set(deliveries.map(({ failure }) => failure));
    expect(failures).toEqual(new Set(['Address is private or reserved', 'Request failed']));
    expect(connections).toBe(0);
  });
});
