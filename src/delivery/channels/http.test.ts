import { execFileSync } from 'node:child_process';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { closeReceivers, type Received, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '5,300' });
closeReceivers();

async function makeSetting(url: string) {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant, 'Café');
  const webhook = await makeWebhook(merchant, store.id, url);
  return { merchant, store, webhook };
}

async function publicKeys(): Promise<{ test: string; prod: string }> {
  return (await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`)).json();
}

/** The time and signature of a received request. */
function readSignature({ headers }: Received) {
  const match = /^t=(\d{13}),v1=([A-Za-z0-9+/]+=*)$/.exec(String(headers['x-service-signature']));
  if (!match) throw new Error('No signature header');
  return { time: match[1] as string, signature: Buffer.from(match[2] as string, 'base64') };
}

function isSignedBy(received: Received, pem: string): boolean {
  const { time, signature } = readSignature(received);
  const text = Buffer.from(`${time}.${received.body}`);
  return verify('sha256', text, createPublicKey(pem), signature);
}

describe('the http channel', () => {
  it('posts the recorded envelope, signed, with its headers, and records the success', async () => {
    const receiver = await startReceiver();
    const { store } = await makeSetting(receiver.url);
    const eventId = await emit(test, store.id);
    expect(await test.app.worker.runOnce()).toBeGreaterThan(0);
    const [delivery] = await readDeliveries(test, store.id);
    const [received] = receiver.received as [Received];
    expect(JSON.parse(received.body)).toEqual({
      id: eventId,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      eventType: 'order.completed',
      eventId,
      storeId: store.id,
      storeName: 'Café',
      mode: 'test',
      data: { orderId: 'ORD_1', orderStatus: 'completed', amount: '9.90', note: 'Žluťoučký 🐎' },
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'order.completed',
      'x-service-delivery': delivery?.eventUuid,
      'webhook-id': delivery?.eventUuid,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'x-waffo-event': 'order.completed',
      'x-waffo-signature': received.headers['x-service-signature'],
    });
    expect(delivery).toMatchObject({
      status: 'success',
      httpStatus: 200,
      responseBody: 'ok',
      failure: null,
      attempts: 1,
    });
  });

  it('signs with a shared secret as Standard Webhooks does', async () => {
    const receiver = await startReceiver();
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const key = Buffer.from('a key of twenty-four byt');
    const shared = `whsec_${key.toString('base64')}`;
    for (const secret of [shared, 'text']) {
      await makeWebhook(merchant, store.id, receiver.url, { secret });
    }
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const signatures = receiver.received.map(({ headers }) => headers['webhook-signature']);
    const expected = receiver.received.map(({ headers, body }) => {
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    });
    expect(signatures.filter((signature) => signature !== undefined)).toHaveLength(1);
    expect(expected).toContain(signatures.find((signature) => signature !== undefined));
  });

  it('signs each environment with its own key', async () => {
    const receiver = await startReceiver();
    const { merchant, store } = await makeSetting(receiver.url);
    await makeWebhook(merchant, store.id, receiver.url, { testMode: false });
    await emit(test, store.id, 'order.completed', 'test');
    await emit(test, store.id, 'order.completed', 'prod');
    await test.app.worker.runOnce();
    const keys = await publicKeys();
    expect(receiver.received).toHaveLength(2);
    for (const received of receiver.received) {
      const mode = JSON.parse(received.body).mode as 'test' | 'prod';
      const other = mode === 'test' ? 'prod' : 'test';
      expect(isSignedBy(received, keys[mode])).toBe(true);
      expect(isSignedBy(received, keys[other])).toBe(false);
    }
  });

  it('retries on the schedule with the same body and id, a fresh time and signature', async () => {
    const receiver = await startReceiver((response, _request, count) => {
      response.statusCode = count < 3 ? 500 : 204;
      response.end('no');
    });
    const { store } = await makeSetting(receiver.url);
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const [first] = await readDeliveries(test, store.id);
    expect(first).toMatchObject({ status: 'pending', failure: 'Status 500', attempts: 1 });
    const pause = (first?.dueAt.getTime() ?? 0) - test.clock.now().getTime();
    expect(pause).toBeGreaterThan(3_000);
    expect(pause).toBeLessThanOrEqual(5_500);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    test.clock.advance(6_000);
    await test.app.worker.runOnce();
    test.clock.advance(331_000);
    await test.app.worker.runOnce();
    const [delivery] = await readDeliveries(test, store.id);
    expect(delivery).toMatchObject({ status: 'success', httpStatus: 204, attempts: 3 });
    const { received } = receiver;
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const signatures = received.map(readSignature);
    expect(new Set(signatures.map(({ time }) => time)).size).toBe(3);
    expect(Number(signatures[2]?.time)).toBeGreaterThan(Number(signatures[0]?.time) + 300_000);
    const keys = await publicKeys();
    for (const entry of received) expect(isSignedBy(entry, keys.test)).toBe(true);
  });

  it('creates signatures that openssl verifies', needs('openssl'), async () => {
    const receiver = await startReceiver();
    const { store } = await makeSetting(receiver.url);
    await emit(test, store.id);
    await test.app.worker.runOnce();
    const [received] = receiver.received as [Received];
    const { time, signature } = readSignature(received);
    const folder = mkdtempSync(join(tmpdir(), 'tillgate-openssl-'));
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const key = file('key.pem', (await publicKeys()).test);
    const signed = file('signature', signature);
    const text = file('text', `${time}.${received.body}`);
    const args = ['dgst', '-sha256', '-verify', key, '-signature', signed, text];
    expect(execFileSync('openssl', args).toString()).toContain('Verified OK');
    rmSync(folder, { recursive: true });
  });
});
