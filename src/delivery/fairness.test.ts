import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { startTestApp, useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import type { Id } from '../kit/id.ts';

const TIMEOUT_MS = 3_000;
const settings = { WEBHOOK_RETRY_SCHEDULE: '1,1,1', WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) };
const test = useTestApp(settings);
closeReceivers();

/** A response that never comes. */
const hang = () => {};

describe('delivery to many webhooks', () => {
  it('does not let hanging webhooks delay the others', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const dead = await startReceiver(hang);
    const hanging: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      hanging.push((await makeWebhook(merchant, store.id, dead.url)).id);
    }
    const other = await makeStore(merchant);
    const healthy = await startReceiver();
    await makeWebhook(merchant, other.id, healthy.url);
    for (let count = 0; count < 8; count += 1) await emit(test, store.id);
    // Creates the keys first.
    await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
    const running = test.app.worker.runOnce();
    // Claims made while the unresponsive ones hang reach the healthy one immediately.
    const started = Date.now();
    for (let count = 0; count < 10; count += 1) {
      await emit(test, other.id);
      await expect
        .poll(() => healthy.received.length, { interval: 5, timeout: 10_000 })
        .toBe(count + 1);
    }
    expect(Date.now() - started).toBeLessThan(TIMEOUT_MS * 2);
    // Ends the queues of the unresponsive ones.
    for (const id of hanging) await merchant.call('store/remove-webhook', { id });
    await running;
    expect((await readDeliveries(test, other.id)).every(({ status }) => status === 'success')).toBe(
      true,
    );
  }, 90_000);

  it('runs at most four concurrent attempts per webhook, and one while it fails', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    let open = 0;
    let most = 0;
    const slow = await startReceiver((response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    await makeWebhook(merchant, store.id, slow.url);
    for (let count = 0; count < 30; count += 1) await emit(test, store.id);
    await test.app.worker.runOnce();
    expect(slow.received).toHaveLength(30);
    expect(most).toBe(4);
  });

  it('delivers every event even if half of the receivers misbehave', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const taken = new Map<string, Set<string>>();
    const webhooks = ['good', 'refuses', 'cuts', 'good too'].map(async (kind) => {
      const seen = new Set<string>();
      taken.set(kind, seen);
      const receiver = await startReceiver((response, { headers }, count) => {
        const misbehaves = !kind.startsWith('good') && count % 3 !== 0;
        if (misbehaves && kind === 'cuts') return void response.socket?.destroy();
        if (!misbehaves) seen.add(String(headers['webhook-id']));
        response.writeHead(misbehaves ? 500 : 200).end();
      });
      await makeWebhook(merchant, store.id, receiver.url);
    });
    await Promise.all(webhooks);
    for (let count = 0; count < 24; count += 1) await emit(test, store.id);
    // Resending replaces waiting for the full schedule.
    for (let round = 0; round < 16; round += 1) {
      await test.app.worker.runOnce();
      test.clock.advance(2_000);
      const failed = (await readDeliveries(test, store.id)).filter(
        ({ status }) => status === 'failed',
      );
      for (const { id } of failed) await merchant.call('webhook-delivery/resend-delivery', { id });
    }
    for (const [kind, seen] of taken) expect([kind, seen.size]).toEqual([kind, 24]);
  });

  it('retries a delivery when it is due while another store’s backlog is delivered', async () => {
    const merchant = await makeMerchant(test);
    const [busy, other] = [await makeStore(merchant), await makeStore(merchant)];
    const slow = await startReceiver((response) => void setTimeout(() => response.end(), 50));
    await makeWebhook(merchant, busy.id, slow.url);
    const before: number[] = [];
    const once = await startReceiver((response, _request, count) => {
      before.push(slow.received.length);
      response.writeHead(count === 1 ? 500 : 200).end();
    });
    await makeWebhook(merchant, other.id, once.url);
    await emit(test, other.id);
    const backlog = 400;
    for (let count = 0; count < backlog; count += 1) await emit(test, busy.id);
    await test.app.worker.runOnce();
    expect(slow.received).toHaveLength(backlog);
    // Due after a second; the backlog takes at least five.
    expect(before).toHaveLength(2);
    expect(before[1]).toBeLessThan(backlog * 0.75);
  }, 60_000);

  it('delivers each event once with two workers at work', needs('server'), async () => {
    const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
    const second = await startTestApp(source, settings);
    // Same time for both: a worker that is ahead would consider the other's leases expired.
    second.clock.advance(test.clock.now().getTime() - second.clock.now().getTime());
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver()));
    for (const { url } of receivers) await makeWebhook(merchant, store.id, url);
    for (let count = 0; count < 100; count += 1) await emit(test, store.id);
    await Promise.all([test.app.worker.runOnce(), second.app.worker.runOnce()]);
    await second.app.http.close();
    for (const { received } of receivers) {
      expect(received).toHaveLength(100);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(100);
    }
  });

  it('takes over the claims of a dead worker, but only once its lease has expired', async () => {
    // Keeps retries from coming due on a slow machine.
    test.clock.stop();
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const receiver = await startReceiver();
    await makeWebhook(merchant, store.id, receiver.url);
    await emit(test, store.id);
    await claimAndDie(uuidOf('STO', store.id));
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(0);
    test.clock.advance(60_000);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
  });
});

/** Leaves the state of a worker killed after its claim. */
async function claimAndDie(storeId: Id<'STO'>): Promise<void> {
  const { claimDueDeliveries } = await import('../events/delivery.queries.ts');
  const now = test.clock.now();
  const limits = { all: 100, failing: 100, perWebhook: 4, perChannel: {} };
  const claimed = await claimDueDeliveries(
    test.database,
    storeId,
    limits,
    now,
    new Date(now.getTime() + 30_000),
  );
  expect(claimed).toHaveLength(1);
}
