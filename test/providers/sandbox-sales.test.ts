import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTestCard, testCards } from '../../src/providers/sandbox/test-cards.ts';
import { expectSoundBooks } from '../support/books.ts';
import { post } from '../support/merchant.ts';
import { useOutside } from '../support/outside.ts';
import type { Received } from '../support/receiver.ts';
import {
  dataOf,
  eventsOf,
  makeCardToken,
  makeSession,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { statesOf } from '../support/stripe-selling.ts';
import { useTestApp } from '../support/test-app.ts';

const outside = useOutside();
const test = useTestApp(outside.settings);
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/payments.md'), 'utf8');
const LATE_MS = 3_000;
const CARDS = {
  losesAnswer: '4000000000006603',
  losesRequest: '4000000000006611',
  approvesLater: '4000000000006629',
  declinesLater: '4000000000006637',
  repeatsCallbacks: '4000000000006645',
};

// A pause of the machine must not make callbacks due.
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

describe('a sale with a sandbox card', () => {
  it('that answers late is completed by its callback', async () => {
    const { shop, pay } = await openSale();
    expect(dataOf(await pay(CARDS.approvesLater)).status).toBe('pending');
    expect((await pay(CARDS.approvesLater)).status).toBe(409);
    const [callback, ...others] = await callbacksAfter(LATE_MS);
    expect(others).toEqual([]);
    expect((await handOn(callback as Received)).body).toEqual({ data: { received: true } });
    expect(await statesOf(shop)).toMatchObject([{ order: 'completed', payment: 'succeeded' }]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('that is declined late can be paid with another', async () => {
    const { shop, pay } = await openSale();
    expect(dataOf(await pay(CARDS.declinesLater)).status).toBe('pending');
    const [callback] = await callbacksAfter(LATE_MS);
    await handOn(callback as Received);
    expect(await statesOf(shop)).toMatchObject([{ order: 'pending', reason: 'card_declined' }]);
    expect(dataOf(await pay('4242424242424242')).status).toBe('completed');
  });

  it('whose callbacks arrive early, twice and out of order is one sale', async () => {
    const { shop, pay } = await openSale();
    expect(dataOf(await pay(CARDS.repeatsCallbacks)).status).toBe('pending');
    const early = await callbacksAfter(0);
    expect(early).toHaveLength(1);
    await handOn(early[0] as Received);
    expect(await statesOf(shop)).toMatchObject([{ order: 'pending', payment: 'pending' }]);
    const twice = await callbacksAfter(LATE_MS);
    const last = await callbacksAfter(LATE_MS);
    expect([twice.length, last.length]).toEqual([2, 1]);
    await Promise.all([...last, ...twice, ...early, ...twice].map(handOn));
    expect(await statesOf(shop)).toMatchObject([{ order: 'completed', payment: 'succeeded' }]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('that charges and never answers is completed by its callback', async () => {
    const { shop, pay } = await openSale();
    expect((await pay(CARDS.losesAnswer)).status).toBe(502);
    const [callback] = await callbacksAfter(0);
    await handOn(callback as Received);
    expect(await statesOf(shop)).toMatchObject([{ order: 'completed', payment: 'succeeded' }]);
  });

  it('that never reaches the sandbox is voided within a minute', async () => {
    const { shop, pay } = await openSale();
    expect((await pay(CARDS.losesRequest)).status).toBe(502);
    expect(await callbacksAfter(60_000)).toEqual([]);
    expect(await statesOf(shop)).toMatchObject([{ order: 'pending', reason: 'not_completed' }]);
    expect(dataOf(await pay('4242424242424242')).status).toBe('completed');
  });

  it.each([
    { number: '4000000000009995', reason: 'insufficient_funds' },
    { number: '4000000000000069', reason: 'expired_card' },
    { number: '4000000000000127', reason: 'incorrect_cvc' },
    { number: '4000000000000119', reason: 'processing_error' },
    { number: '4576750000000220', reason: 'card_declined' },
  ])('$number is declined: $reason', async ({ number, reason }) => {
    const { pay } = await openSale();
    const reply = await pay(number);
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].message).toBe(`Payment declined: ${reason}`);
  });
});

describe('callbacks of the sandbox', () => {
  it('are refused when forged', async () => {
    const { shop, pay } = await openSale();
    await pay(CARDS.approvesLater);
    const [callback] = await callbacksAfter(LATE_MS);
    const { body, headers } = callback as Received;
    const signature = String(headers['sandbox-signature']);
    for (const forged of [
      await post(test.baseUrl, '/callbacks/sandbox', body),
      await post(test.baseUrl, '/callbacks/sandbox', ` ${body}`, {
        'sandbox-signature': signature,
      }),
    ]) {
      expect(forged.status).toBe(400);
      expect(forged.body.errors[0].message).toBe('Invalid callback signature');
    }
    expect(await statesOf(shop)).toMatchObject([{ payment: 'pending' }]);
  });
});

describe('the test cards', () => {
  it('are exactly those listed in the guide', () => {
    const listed = [...guide.matchAll(/^\| `(\d{16})` \|/gm)].map(([, number]) => number);
    expect(listed.toSorted()).toEqual(testCards.map(({ number }) => number).toSorted());
  });

  it('are identified by their number alone', () => {
    expect(findTestCard('4242424242424242')).toMatchObject({ behavior: 'approve' });
    for (const unknown of ['4111111111111111', '', 'constructor']) {
      expect(findTestCard(unknown)).toBeNull();
    }
  });
});

async function openSale() {
  const shop = await makeShop(test);
  const sessionId = await makeSession(shop);
  const path = `/store/${shop.store.slug}/checkout/${sessionId}/pay`;
  const pay = async (card: string) => {
    const body = await payingBody(test, sessionId);
    const paymentToken = await makeCardToken(test, card);
    return post(test.baseUrl, path, JSON.stringify({ ...body, paymentToken }));
  };
  return { shop, pay };
}

/** The callbacks the sandbox sends after the given time. */
async function callbacksAfter(ms: number): Promise<Received[]> {
  const before = outside.received.length;
  test.clock.advance(ms);
  await test.app.worker.runOnce();
  return outside.received.slice(before);
}

/** Forwards a callback to the service. */
function handOn({ body, headers, path }: Received) {
  const signature = String(headers['sandbox-signature']);
  return post(test.baseUrl, path, body, { 'sandbox-signature': signature });
}
