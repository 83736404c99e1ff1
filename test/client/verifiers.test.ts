import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { closeReceivers, type Received, startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook } from '../support/webhook.ts';

/** How a published verifier parses the signature header. */
interface Verifier {
  readonly header: string;
  /** The time in milliseconds and the signature; null if it can't parse the header. */
  readonly read: (header: string) => readonly [time: string, signature: string] | null;
  readonly maxAgeMs: number;
  readonly maxAheadMs: number;
}

const MINUTE = 60_000;

/** Accepts parts in any order, surrounded by white space. */
function readParts(header: string): readonly [string, string] | null {
  const parts = new Map(
    header.split(',').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
    }),
  );
  const [time, signature] = [parts.get('t'), parts.get('v1')];
  return time && signature && /^\d+$/.test(time) ? [time, signature] : null;
}

/** Accepts only the canonical form. */
function readForm(header: string): readonly [string, string] | null {
  const found = /^t=(\d+),v1=([A-Za-z0-9+/=]+)$/.exec(header);
  return found ? [found[1] as string, found[2] as string] : null;
}

const own = { read: readForm, maxAgeMs: 5 * MINUTE, maxAheadMs: 5 * MINUTE };
const VERIFIERS: Readonly<Record<string, Verifier>> = {
  'this service’s guide': { ...own, header: 'x-service-signature' },
  Go: { ...own, read: readParts, header: 'x-waffo-signature' },
  Ruby: { header: 'x-waffo-signature', read: readParts, maxAgeMs: 45 * MINUTE, maxAheadMs: MINUTE },
  WooCommerce: { ...own, header: 'x-waffo-signature' },
};

const test = useTestApp();
closeReceivers();

describe.each(Object.entries(VERIFIERS))('the verifier of %s', (_, verifier) => {
  it.each([
    'test',
    'prod',
  ] as const)('accepts a delivery in %s only with its own key', async (mode) => {
    const { delivery, keys } = await deliver(mode);
    const other = mode === 'test' ? 'prod' : 'test';
    expect(accepts(verifier, delivery, keys[mode])).toBe(true);
    expect(accepts(verifier, delivery, keys[other])).toBe(false);
    const changed = { ...delivery, body: delivery.body.replace('9.90', '0.90') };
    expect(accepts(verifier, changed, keys[mode])).toBe(false);
  });
});

it('both prefixes carry the same signature', async () => {
  const { headers } = (await deliver('test')).delivery;
  expect(headers['x-waffo-signature']).toBe(headers['x-service-signature']);
  expect(headers['x-waffo-event']).toBe('order.completed');
  expect(headers['x-service-event']).toBe('order.completed');
  expect(headers['x-service-delivery']).toBe(headers['webhook-id']);
});

/** A delivery to a webhook of the environment, and the keys the service publishes. */
async function deliver(mode: 'test' | 'prod') {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant, 'Café');
  const receiver = await startReceiver();
  await makeWebhook(merchant, storeId, receiver.url, { testMode: mode === 'test' });
  await emit(test, storeId, 'order.completed', mode);
  await test.app.worker.runOnce();
  const published = await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
  const pem = (await published.json()) as { readonly test: string; readonly prod: string };
  const keys = { test: createPublicKey(pem.test), prod: createPublicKey(pem.prod) };
  return { delivery: receiver.received[0] as Received, keys };
}

function accepts(verifier: Verifier, { headers, body, at }: Received, key: KeyObject): boolean {
  const read = verifier.read(String(headers[verifier.header]));
  if (!read) return false;
  const [time, signature] = read;
  const age = at - Number(time);
  if (age > verifier.maxAgeMs || -age > verifier.maxAheadMs) return false;
  return verify('sha256', Buffer.from(`${time}.${body}`), key, Buffer.from(signature, 'base64'));
}
