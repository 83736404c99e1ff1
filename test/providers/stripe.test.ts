import { describe, expect, it } from 'vitest';
import type { ChargeRequest, SignedCallback } from '../../src/contract/payment-provider.ts';
import { addMs } from '../../src/kit/time.ts';
import { createStripeProvider } from '../../src/providers/stripe/stripe-provider.ts';
import { endIntent } from '../support/stripe-mock/payment-intents.ts';
import { endSetup } from '../support/stripe-mock/setup-intents.ts';
import {
  MOCK_SECRET_KEY,
  settingsFor,
  signEvent,
  useStripeMock,
} from '../support/stripe-mock/stripe-mock.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const mock = useStripeMock();
const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
/** Buyers have 30 minutes for the bank's authentication. */
const STEP_MS = 30 * 60_000;
const provider = () => createStripeProvider(settingsFor(mock), test.database);

describe('the authentication that a bank requires', () => {
  it('leaves the charge pending, with the data the page needs, until it is completed', async () => {
    const request = requestFor('pm_card_authenticationRequired');
    const pending = await provider().charge(request);
    const { id, client_secret: clientSecret, next_action: step } = intentOf(request);
    expect(pending).toEqual({ status: 'pending', reference: id, clientSecret });
    expect(step).toEqual({ type: 'use_stripe_sdk' });
    endIntent(mock.books, id, true);
    const ended = await provider().lookUp(request.paymentId, request.now);
    expect(ended).toMatchObject({ status: 'succeeded', reference: id, card: { last4: '3184' } });
  });

  it('declines permanently when it fails', async () => {
    const request = requestFor('pm_card_authenticationRequired');
    await provider().charge(request);
    const { id } = intentOf(request);
    endIntent(mock.books, id, false);
    const ended = await provider().lookUp(request.paymentId, request.now);
    expect(ended).toMatchObject({ status: 'declined', reason: 'authentication_failed' });
    // Stripe would let the page try another card with the same intent.
    expect(intentOf(request).status).toBe('canceled');
  });

  it('is abandoned after half an hour', async () => {
    const request = requestFor('pm_card_authenticationRequired');
    await provider().charge(request);
    const { paymentId, now } = request;
    expect(await provider().settle(paymentId, addMs(now, STEP_MS))).toMatchObject({
      status: 'pending',
    });
    const given = await provider().settle(paymentId, addMs(now, STEP_MS + 1_000));
    expect(given).toMatchObject({ status: 'declined', reason: 'not_completed' });
    expect(intentOf(request).status).toBe('canceled');
  });

  it('declines a renewal: no buyer is present to complete it', async () => {
    const first = { ...requestFor('pm_card_authenticationRequired'), usage: 'first' } as const;
    await provider().charge(first);
    endIntent(mock.books, intentOf(first).id, true);
    const paid = await provider().lookUp(first.paymentId, first.now);
    const paymentToken = 'savedMethod' in paid ? (paid.savedMethod ?? '') : '';
    const renewal = { ...requestFor(paymentToken), usage: 'renewal' } as const;
    const declined = await provider().charge(renewal);
    expect(declined).toMatchObject({ status: 'declined', reason: 'authentication_required' });
  });

  it('isn’t required again once the card was set up for later charges', async () => {
    const first = requestFor('pm_card_authenticationRequiredOnSetup', { usage: 'first' });
    expect(await provider().charge(first)).toMatchObject({ status: 'pending' });
    endIntent(mock.books, intentOf(first).id, true);
    const paid = await provider().lookUp(first.paymentId, first.now);
    const paymentToken = 'savedMethod' in paid ? (paid.savedMethod ?? '') : '';
    const renewal = requestFor(paymentToken, { usage: 'renewal' });
    expect(await provider().charge(renewal)).toMatchObject({ status: 'succeeded' });
  });

  it('saves a method once it is completed, for the order that requested it', async () => {
    const orderId = crypto.randomUUID();
    const save = { orderId, paymentToken: 'pm_card_authenticationRequiredOnSetup' };
    const now = test.clock.now();
    const pending = await provider().saveMethod({ ...save, now });
    const [id = ''] = ('clientSecret' in pending ? pending.clientSecret : '').split('_secret_');
    const take = { orderId, paymentToken: id, now };
    expect(await provider().saveMethod(take)).toEqual(pending);
    endSetup(mock.books, id, true);
    expect(await provider().saveMethod(take)).toMatchObject({ status: 'saved' });
    const others = await provider().saveMethod({ ...take, orderId: crypto.randomUUID() });
    expect(others).toMatchObject({ status: 'declined', reason: 'invalid_payment_token' });
  });
});

describe('charges at Stripe', () => {
  it('accepts no saved method from a buyer who is present: it might be someone else’s', async () => {
    const first = requestFor('pm_card_visa', { usage: 'first' });
    const paid = await provider().charge(first);
    const stolen = 'savedMethod' in paid ? (paid.savedMethod ?? '') : '';
    const refused = { status: 'declined', reason: 'invalid_payment_token' };
    for (const usage of ['once', 'first'] as const) {
      expect(await provider().charge(requestFor(stolen, { usage }))).toMatchObject(refused);
    }
    const save = { orderId: crypto.randomUUID(), paymentToken: stolen, now: first.now };
    expect(await provider().saveMethod(save)).toMatchObject(refused);
    const method = stolen.split(':')[1] as string;
    expect(await provider().charge(requestFor(method))).toMatchObject(refused);
    const unsaved = requestFor('pm_card_visa', { usage: 'renewal' });
    expect(await provider().charge(unsaved)).toMatchObject(refused);
  });

  it('aren’t declined if Stripe refuses something other than the card, such as a customer of another account', async () => {
    const first = requestFor('pm_card_visa', { usage: 'first' });
    const paid = await provider().charge(first);
    const paymentToken = 'savedMethod' in paid ? (paid.savedMethod ?? '') : '';
    mock.books.customers.clear();
    const renewal = requestFor(paymentToken, { usage: 'renewal' });
    const failed = expect(provider().charge(renewal)).rejects;
    await failed.toThrow(
      'Stripe request failed: StripeInvalidRequestError resource_missing customer',
    );
    expect(await provider().lookUp(renewal.paymentId, renewal.now)).toMatchObject({
      status: 'pending',
    });
  });

  it('in a batch, eight at a time, each with its own outcome', async () => {
    const tokens = Array.from({ length: 20 }, (_, place) =>
      place === 3 ? 'pm_card_visa_chargeDeclined' : 'pm_card_visa',
    );
    const results = (await provider().chargeAll?.(tokens.map((token) => requestFor(token)))) ?? [];
    const states = results.map((result) => result.status === 'fulfilled' && result.value.status);
    expect(states).toEqual(tokens.map((_, place) => (place === 3 ? 'declined' : 'succeeded')));
  });

  it('once, even after Stripe’s idempotency keys have expired', async () => {
    const request = requestFor('pm_card_visa');
    const paid = await provider().charge(request);
    mock.forgetKeys();
    expect(await provider().charge(request)).toEqual(paid);
    expect(intentsOf(request)).toHaveLength(1);
  });

  it.each([
    { currency: 'USD', minor: 990n, atStripe: 990 },
    { currency: 'JPY', minor: 1_000n, atStripe: 1_000 },
    { currency: 'KWD', minor: 30_000n, atStripe: 30_000 },
    { currency: 'ISK', minor: 500n, atStripe: 50_000 },
    { currency: 'UGX', minor: 500n, atStripe: 50_000 },
  ])('$minor minor units of $currency exactly', async ({ currency, minor, atStripe }) => {
    const request = requestFor('pm_card_visa', { amount: { amountMinor: minor, currency } });
    expect(await provider().charge(request)).toMatchObject({ status: 'succeeded' });
    const { amount, currency: code } = intentOf(request);
    expect({ amount, code }).toEqual({ amount: atStripe, code: currency.toLowerCase() });
  });

  it.each([
    { what: 'below the least', currency: 'USD', minor: 49n },
    { what: 'above the most', currency: 'USD', minor: 100_000_000n },
    { what: 'that Stripe would round', currency: 'KWD', minor: 30_001n },
  ])('no amount $what', async ({ currency, minor }) => {
    const request = requestFor('pm_card_visa', { amount: { amountMinor: minor, currency } });
    const declined = { status: 'declined', reason: 'amount_not_supported' };
    expect(await provider().charge(request)).toMatchObject(declined);
    expect(await provider().charge(request)).toMatchObject(declined);
    expect(intentsOf(request)).toEqual([]);
  });

  it.each([
    { code: 'pm_card_chargeDeclinedExpiredCard', reason: 'expired_card' },
    { code: 'pm_card_chargeDeclinedIncorrectCvc', reason: 'incorrect_cvc' },
    // A thief with a lost card learns nothing.
    { code: 'pm_card_visa_chargeDeclinedLostCard', reason: 'card_declined' },
  ])('tells $reason of $code', async ({ code, reason }) => {
    expect(await provider().charge(requestFor(code))).toMatchObject({ reason });
  });

  it.each([
    'POST /v1/customers',
    'POST /v1/payment_intents',
    CONFIRM,
  ])('converge when %s is lost or temporarily refused', async (on) => {
    for (const kind of [
      'lose_request',
      'lose_answer',
      'server_error',
      'too_many_requests',
    ] as const) {
      const request = requestFor('pm_card_visa', { usage: 'first' });
      mock.faults.push({ on, kind, times: 2 });
      await expect(provider().charge(request)).rejects.toThrow(/^Stripe request failed/);
      mock.faults.length = 0;
      const outcome = await provider().charge(request);
      expect(outcome).toMatchObject({ status: 'succeeded', savedMethod: expect.any(String) });
      const succeeded = intentsOf(request).filter(({ status }) => status === 'succeeded');
      expect(succeeded).toHaveLength(1);
      expect(intentsOf(request)).toHaveLength(1);
    }
  });

  it.each([
    'POST /v1/customers',
    'POST /v1/payment_intents',
    CONFIRM,
  ])('end if Stripe repeats an error of its own for %s all day', async (on) => {
    const request = requestFor('pm_card_visa', { usage: 'first' });
    mock.faults.push({ on, kind: 'kept_server_error', times: 1 });
    for (let time = 0; time < 2; time += 1) {
      await expect(provider().charge(request)).rejects.toThrow('StripeAPIError 500');
    }
    const ended = { status: 'declined', reason: 'not_completed' };
    expect(await provider().settle(request.paymentId, request.now)).toMatchObject(ended);
    mock.forgetKeys();
    expect(await provider().charge(request)).toMatchObject(ended);
    expect(intentsOf(request).filter(({ status }) => status !== 'canceled')).toEqual([]);
  });

  it('fails with a loggable error when the key is wrong', async () => {
    const settings = { ...settingsFor(mock), STRIPE_SECRET_KEY: 'sk_live_very_secret' };
    const request = requestFor('pm_card_visa');
    const charged = createStripeProvider(settings, test.database).charge(request);
    const error = await charged.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    const told = JSON.stringify([error, String(error), Object.entries(error as Error)]);
    expect(told).toContain('StripeAuthenticationError');
    expect(told).not.toContain('sk_');
    expect(Object.keys(error as Error)).toEqual([]);
  });
});

describe('callbacks of Stripe', () => {
  it.each([
    { what: 'another business on the account', type: 'payment_intent.succeeded', metadata: {} },
    {
      what: 'a customer',
      type: 'customer.created',
      metadata: { tillgate_payment: crypto.randomUUID() },
    },
    {
      ...{ what: 'an unknown id', type: 'payment_intent.succeeded' },
      metadata: { tillgate_payment: "' or 1=1" },
    },
  ])('about $what concern nobody', async ({ type, metadata }) => {
    const event = { id: 'evt_1', object: 'event', type, data: { object: { metadata } } };
    expect(await provider().readCallback(callback(event))).toEqual({ kind: 'other' });
  });

  it('without their object are no forgery, and the error says what to change', async () => {
    const related = { id: 'pi_1', type: 'payment_intent', url: '/v1/payment_intents/pi_1' };
    const facts = { id: 'evt_1', object: 'v2.core.event', type: 'v1.payment_intent.succeeded' };
    const told = callback({ ...facts, related_object: related });
    await expect(provider().readCallback(told)).rejects.toThrow('with snapshot payloads');
    const forged = { ...told, headers: { 'stripe-signature': 't=1,v1=00' } };
    expect(await provider().readCallback(forged)).toBeNull();
  });

  it.each([
    'charge.dispute.created',
    'radar.early_fraud_warning.created',
  ])('about %s of a connected account concern nobody', async (type) => {
    const object = { payment_intent: 'pi_of_another_account' };
    const event = { id: 'evt_1', object: 'event', account: 'acct_1', data: { object } };
    const told = callback({ ...event, type });
    expect(await provider().readCallback(told)).toEqual({ kind: 'other' });
  });

  it('are accepted with either secret while one replaces the other', async () => {
    const paymentId = crypto.randomUUID();
    const object = { object: 'payment_intent', metadata: { tillgate_payment: paymentId } };
    const event = { object: 'event', type: 'payment_intent.succeeded', data: { object } };
    const told = callback(event);
    const header = told.headers['stripe-signature'] ?? '';
    const other = signEvent(event, { at: told.now, secret: 'whsec_new' }).headers;
    const [, added] = other['stripe-signature']?.split(',') ?? [];
    const headers = { 'stripe-signature': header.replace(',', `,${added},`) };
    expect(await provider().readCallback({ ...told, headers })).toEqual({
      ...{ kind: 'payment', paymentId },
    });
  });

  it('match the events that Stripe creates for charges and refunds', async () => {
    const request = requestFor('pm_card_visa');
    const { reference } = await provider().charge(request);
    const refundId = crypto.randomUUID();
    const part = { refundId, paymentId: request.paymentId, chargeReference: reference };
    await provider().refund({ ...part, amount: request.amount, now: request.now });
    const read = async (type: string) => {
      const event = mock.events(type).at(-1);
      return event && provider().readCallback(callback(event));
    };
    expect(await read('payment_intent.succeeded')).toEqual({
      ...{ kind: 'payment', paymentId: request.paymentId },
    });
    expect(await read('refund.created')).toEqual({ kind: 'refund', refundId });
  });
});

function callback(event: object): SignedCallback {
  const now = test.clock.now();
  const { payload, headers } = signEvent(event, { at: now });
  return { body: Buffer.from(payload), headers, now };
}

function requestFor(paymentToken: string, more: Partial<ChargeRequest> = {}): ChargeRequest {
  const amount = { amountMinor: 990n, currency: 'USD' };
  return { paymentId: crypto.randomUUID(), paymentToken, amount, now: test.clock.now(), ...more };
}

function intentsOf({ paymentId }: ChargeRequest) {
  const all = [...mock.books.intents.values()];
  return all.filter(({ metadata }) => metadata.tillgate_payment === paymentId);
}

function intentOf(request: ChargeRequest) {
  const [intent] = intentsOf(request);
  if (!intent) throw new Error('No intent');
  return intent;
}

it('sends the secret key only to Stripe', () => {
  expect(JSON.stringify(provider())).not.toContain(MOCK_SECRET_KEY);
});
