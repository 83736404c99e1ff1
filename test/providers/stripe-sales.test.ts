import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { expectSoundBooks } from '../support/books.ts';
import { post } from '../support/merchant.ts';
import { dataOf, eventsOf, makeSession, makeShop, type Shop } from '../support/selling.ts';
import type { Method } from '../support/stripe-mock/books.ts';
import { endIntent } from '../support/stripe-mock/payment-intents.ts';
import { endRefund } from '../support/stripe-mock/refunds.ts';
import { endSetup } from '../support/stripe-mock/setup-intents.ts';
import { settingsFor, useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import {
  callBack,
  intentsOf,
  payOnPage,
  statesOf,
  stripeSettings,
} from '../support/stripe-selling.ts';
import { DAY_MS, makeClub, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
const LEASE_MS = 60_000;
const PROD = { environment: 'prod' } as const;

afterAll(() => expectSoundBooks(test));

describe('a production sale through Stripe', () => {
  it('is one order, one event and one charge, however its callbacks arrive', async () => {
    const { shop, sessionId } = await openSale();
    const reply = await payOnPage(shop, sessionId, 'pm_card_authenticationRequired');
    const [intent] = await intentsOf(shop, mock);
    expect(dataOf(reply)).toMatchObject({
      ...{ status: 'pending', successUrl: null, clientSecret: intent?.client_secret },
    });
    endIntent(mock.books, intent?.id ?? '', true);
    const told = eventsAbout(intent?.id ?? '');
    const types = told.map(({ type }) => type.replace('payment_intent.', ''));
    expect(types).toEqual(['created', 'requires_action', 'succeeded']);
    // The last one first, and all of them three times at once.
    const sent = [...told.toReversed(), ...told, ...told.toReversed()];
    const replies = await Promise.all(sent.map((event) => callBack(test, event)));
    expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(await statesOf(shop)).toEqual([
      { order: 'completed', payment: 'succeeded', reason: null },
    ]);
    const [event, ...others] = await eventsOf(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ eventType: 'order.completed', mode: 'prod' });
    expect(event.data).toMatchObject({ paymentLast4: '3184', chargedAmount: '9.90' });
    expect(await chargedOf(shop)).toEqual([990]);
    // Paying again with the same card returns the same order; anyone else is refused.
    const other = await payOnPage(shop, sessionId, 'pm_card_visa');
    expect(other.status).toBe(409);
    const again = await payOnPage(shop, sessionId, 'pm_card_authenticationRequired');
    expect(dataOf(again)).toMatchObject({ orderId: dataOf(reply).orderId, status: 'completed' });
  });

  it('is charged once for five clicks and a concurrent callback', async () => {
    const { shop, sessionId } = await openSale();
    const clicks = Array.from({ length: 5 }, () => payOnPage(shop, sessionId, 'pm_card_visa'));
    const replies = await Promise.all(clicks);
    const [intent] = await intentsOf(shop, mock);
    await Promise.all(eventsAbout(intent?.id ?? '').map((event) => callBack(test, event)));
    for (const { status, body } of replies) {
      if (status !== 200) expect(body.errors[0].message).toBe('Payment is already being processed');
    }
    expect(await chargedOf(shop)).toEqual([990]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('converges when Stripe charged but its answer was lost', async () => {
    const { shop, sessionId } = await openSale();
    mock.faults.push({
      ...{ on: 'POST /v1/payment_intents/:id/confirm', kind: 'lose_answer', times: 2 },
    });
    const lost = await payOnPage(shop, sessionId, 'pm_card_visa');
    expect(lost.body.errors[0].message).toBe('Payment provider did not answer');
    const again = await payOnPage(shop, sessionId, 'pm_card_visa');
    expect(again.body.errors[0].message).toBe('Payment is already being processed');
    test.clock.advance(LEASE_MS);
    await test.app.worker.runOnce();
    expect(await statesOf(shop)).toMatchObject([{ order: 'completed', payment: 'succeeded' }]);
    const [intent] = await intentsOf(shop, mock);
    for (const event of eventsAbout(intent?.id ?? '')) await callBack(test, event);
    expect(await chargedOf(shop)).toEqual([990]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('can be paid with another card when the bank’s authentication failed', async () => {
    const { shop, sessionId } = await openSale();
    await payOnPage(shop, sessionId, 'pm_card_authenticationRequired');
    const [intent] = await intentsOf(shop, mock);
    endIntent(mock.books, intent?.id ?? '', false);
    for (const event of eventsAbout(intent?.id ?? '')) await callBack(test, event);
    expect(await statesOf(shop)).toEqual([
      { order: 'pending', payment: 'failed', reason: 'authentication_failed' },
    ]);
    expect(dataOf(await payOnPage(shop, sessionId, 'pm_card_visa')).status).toBe('completed');
    expect(await chargedOf(shop)).toEqual([990]);
  });

  it('is refused with the bank’s reason, and stays open', async () => {
    const { shop, sessionId } = await openSale();
    const reply = await payOnPage(
      ...([shop, sessionId, 'pm_card_visa_chargeDeclinedInsufficientFunds'] as const),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].message).toBe('Payment declined: insufficient_funds');
    expect(dataOf(await payOnPage(shop, sessionId, 'pm_card_visa')).status).toBe('completed');
  });

  it('is refunded once, and not before Stripe confirms it', async () => {
    const { shop, sessionId } = await openSale();
    await payOnPage(shop, sessionId, 'pm_card_pendingRefund');
    const paymentId = await paymentOf(shop);
    const body = {
      paymentId,
      reason: 'Broken',
      requestedAmount: { amount: '4.00', currency: 'USD' },
    };
    const made = await shop.merchant.call('refund-ticket/create-ticket', body, PROD);
    expect(dataOf(made).ticket.status).toBe('processing');
    await test.app.worker.runOnce();
    expect(await eventsOf(shop)).toHaveLength(1);
    const [refund] = await refundsOf(shop);
    expect(refund).toMatchObject({ amount: 400, status: 'pending' });
    endRefund(mock.books, refund?.id ?? '', true);
    const told = mock.events().filter(({ data }) => idOf(data.object) === refund?.id);
    const sent = [...told, ...told.toReversed()].map((event) => callBack(test, event));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    const events = (await eventsOf(shop)).map(({ eventType }) => eventType);
    expect(events).toEqual(['order.completed', 'refund.succeeded']);
    expect(await refundsOf(shop)).toHaveLength(1);
  });

  it('is refunded in vain if the bank sends the refund back after it succeeded', async () => {
    const { shop, sessionId } = await openSale();
    await payOnPage(shop, sessionId, 'pm_card_visa');
    const body = {
      paymentId: await paymentOf(shop),
      reason: 'Broken',
      requestedAmount: { amount: '4.00', currency: 'USD' },
    };
    await shop.merchant.call('refund-ticket/create-ticket', body, PROD);
    await test.app.worker.runOnce();
    const [refund] = await refundsOf(shop);
    expect(refund).toMatchObject({ amount: 400, status: 'succeeded' });
    const [created] = mock.events().filter(({ data }) => idOf(data.object) === refund?.id);
    if (created) expect((await callBack(test, created)).status).toBe(200);
    endRefund(mock.books, refund?.id ?? '', false);
    const told = mock.events().filter(({ data }) => idOf(data.object) === refund?.id);
    for (const event of [...told, ...told]) {
      expect((await callBack(test, event)).status).toBe(200);
    }
    const events = await eventsOf(shop);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      ...['order.completed', 'refund.succeeded', 'refund.failed'],
    ]);
    expect(events.at(-1).data).toMatchObject({ refundFailureReason: 'refund_declined' });
  });
});

describe('a production subscription through Stripe', () => {
  it('renews without the buyer, once a period', async () => {
    const shop = await makeClub(test, {}, 'prod');
    const sessionId = await makeSession(shop, {}, 'prod');
    const { orderId, status } = dataOf(await payOnPage(shop, sessionId, 'pm_card_visa'));
    expect(status).toBe('active');
    test.clock.advance(32 * DAY_MS);
    await Promise.all([test.app.worker.runOnce(), test.app.worker.runOnce()]);
    expect(await stateOf(shop, orderId)).toMatchObject({ periodNumber: 2, charged: [1, 2] });
    expect(await chargedOf(shop)).toEqual([990, 990]);
    const [first, second] = await intentsOf(shop, mock);
    expect(second?.payment_method).toBe(first?.payment_method);
    expect(second?.customer).toBe(first?.customer);
  });

  it('falls past due when its renewal is declined', async () => {
    const shop = await makeClub(test, {}, 'prod');
    const sessionId = await makeSession(shop, {}, 'prod');
    const { orderId } = dataOf(await payOnPage(shop, sessionId, 'pm_card_visa'));
    const [first] = await intentsOf(shop, mock);
    const method = mock.books.methods.get(first?.payment_method ?? '') as Method;
    const card = { number: '4242424242424242', declineCode: 'generic_decline' };
    mock.books.methods.set(method.id, { ...method, card });
    test.clock.advance(32 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(shop, orderId)).toMatchObject({ status: 'past_due', failedAttempts: 1 });
    expect(await chargedOf(shop)).toEqual([990]);
  });

  it('starts a free trial once the buyer has completed the bank’s authentication', async () => {
    const shop = await makeClub(test, { metadata: { trialDays: 7 } }, 'prod');
    const sessionId = await makeSession(shop, {}, 'prod');
    const asked = await payOnPage(shop, sessionId, 'pm_card_authenticationRequiredOnSetup');
    const { status, clientSecret, orderId } = dataOf(asked);
    expect(status).toBe('pending');
    const [setupId = ''] = clientSecret.split('_secret_');
    endSetup(mock.books, setupId, true);
    expect(dataOf(await payOnPage(shop, sessionId, setupId))).toMatchObject({ status: 'active' });
    expect(await chargedOf(shop)).toEqual([]);
    test.clock.advance(8 * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(shop, orderId)).toMatchObject({ status: 'active', periodNumber: 1 });
    expect(await chargedOf(shop)).toEqual([990]);
  });
});

describe('callbacks', () => {
  it('are refused without a valid, recent signature, and change nothing', async () => {
    const { shop, sessionId } = await openSale();
    await payOnPage(shop, sessionId, 'pm_card_authenticationRequired');
    const [intent] = await intentsOf(shop, mock);
    endIntent(mock.books, intent?.id ?? '', true);
    const [event] = eventsAbout(intent?.id ?? '').toReversed();
    const stale = new Date(test.clock.now().getTime() - 302_000);
    const replies = [
      await callBack(test, event ?? {}, { secret: 'whsec_other' }),
      await callBack(test, event ?? {}, { at: stale }),
      await post(test.baseUrl, '/callbacks/stripe', JSON.stringify(event), {}),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      const error = { message: 'Invalid callback signature', layer: 'order' };
      expect(body).toEqual({ data: null, errors: [error] });
    }
    expect(await statesOf(shop)).toMatchObject([{ order: 'pending', payment: 'pending' }]);
  });

  it('are 404 for a provider that serves no environment', async () => {
    for (const name of ['paypal', 'Stripe', '__proto__']) {
      const reply = await post(test.baseUrl, `/callbacks/${name}`, '{}', {});
      expect(reply.status).toBe(404);
      expect(reply.body.errors[0].message).toBe('Not found');
    }
  });

  it('about unknown objects are accepted, so that Stripe doesn’t resend them', async () => {
    const metadata = { tillgate_payment: crypto.randomUUID() };
    const event = {
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { metadata } },
    };
    expect((await callBack(test, event)).body).toEqual({ data: { received: true } });
  });
});

describe('the settings of Stripe', () => {
  it.each([
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])('need %s', (name) => {
    const settings = { ...settingsFor(mock), PROVIDER_PROD: 'stripe', [name]: '' };
    expect(() => readConfig(settings)).toThrow(`${name} is required with PROVIDER_PROD=stripe`);
  });

  it('never send a secret key to the hosted pages in place of the publishable one', () => {
    const settings = {
      ...{ ...settingsFor(mock), PROVIDER_PROD: 'stripe' },
      STRIPE_PUBLISHABLE_KEY: 'sk_test_mock',
    };
    expect(() => readConfig(settings)).toThrow('STRIPE_PUBLISHABLE_KEY: a publishable key');
  });

  it('are of one mode: Stripe knows no live card in test mode', () => {
    const settings = {
      ...{ ...settingsFor(mock), PROVIDER_PROD: 'stripe' },
      STRIPE_PUBLISHABLE_KEY: 'pk_live_mock',
    };
    expect(() => readConfig(settings)).toThrow('must both be live keys, or both test keys');
  });
});

async function openSale(): Promise<{ shop: Shop; sessionId: string }> {
  const shop = await makeShop(test, {}, 'prod');
  return { shop, sessionId: await makeSession(shop, {}, 'prod') };
}

function eventsAbout(intentId: string) {
  return mock.events().filter(({ data }) => idOf(data.object) === intentId);
}

function idOf(object: object): unknown {
  return 'id' in object ? object.id : null;
}

/** Total that the mock has charged for the shop, in Stripe's units. */
async function chargedOf(shop: Shop): Promise<number[]> {
  const intents = await intentsOf(shop, mock);
  return intents.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
}

async function refundsOf(shop: Shop) {
  const ids = (await intentsOf(shop, mock)).map(({ id }) => id);
  return mock.books.refunds.filter(({ payment_intent: id }) => ids.includes(id));
}

async function paymentOf({ store }: Shop): Promise<string> {
  const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
    select id from payment where store_id = ${decodeId('STO', store.id)}`);
  return encodeId('PAY', payment?.id as Id<'PAY'>);
}
