import { afterAll, describe, expect, it } from 'vitest';
import type { ChargeRequest } from '../../src/contract/payment-provider.ts';
import { createStripeProvider } from '../../src/providers/stripe/stripe-provider.ts';
import { expectSoundBooks } from '../support/books.ts';
import {
  BILLING,
  callAsBuyer,
  dataOf,
  makeBuyerToken,
  makeSession,
  type Shop,
} from '../support/selling.ts';
import type { Method } from '../support/stripe-mock/books.ts';
import type { CardBehavior } from '../support/stripe-mock/cards.ts';
import { settingsFor, useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { intentsOf, stripeSettings } from '../support/stripe-selling.ts';
import { DAY_MS, makeClub, stateOf } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const mock = useStripeMock();
const test = useTestApp(stripeSettings(mock));
const CONFIRM = 'POST /v1/payment_intents/:id/confirm';
const PROD = { environment: 'prod' } as const;
/** Includes the package's own retry. */
const TO_LOSE_ALL = 2;
const provider = () => createStripeProvider(settingsFor(mock), test.database);

afterAll(() => expectSoundBooks(test));

describe('a saved card at Stripe', () => {
  it.each([
    { declineCode: 'generic_decline', adviceCode: 'do_not_try_again' },
    { declineCode: 'insufficient_funds', adviceCode: 'do_not_try_again' },
    { declineCode: 'do_not_try_again' },
    { declineCode: 'lost_card' },
    { declineCode: 'stolen_card' },
    { declineCode: 'pickup_card' },
    { declineCode: 'revocation_of_authorization' },
    { declineCode: 'revocation_of_all_authorizations' },
    { declineCode: 'transaction_not_allowed' },
    { code: 'incorrect_number' },
  ])('is refused permanently by %j', async (card) => {
    const request = await save();
    setCard(request, card);
    expect(await provider().charge(request)).toMatchObject({
      ...{ status: 'declined', refusedMethod: request.paymentToken },
    });
  });

  it.each([
    { declineCode: 'generic_decline', adviceCode: 'try_again_later' },
    { declineCode: 'generic_decline', adviceCode: 'confirm_card_data' },
    { declineCode: 'do_not_honor' },
    { declineCode: 'insufficient_funds' },
    { declineCode: 'fraudulent' },
    { code: 'expired_card' },
    { declineCode: 'fraudulent', adviceCode: 'do_not_try_again', isBlocked: true },
    { declineCode: 'do_not_try_again', isBlocked: true },
    { authentication: 'always' as const },
  ])('isn’t by %j', async (card) => {
    const request = await save();
    setCard(request, card);
    expect(await provider().charge(request)).toMatchObject({
      ...{ status: 'declined', refusedMethod: null },
    });
  });

  it('is known to be refused when a charge whose answer was lost is settled', async () => {
    const request = await save();
    setCard(request, { declineCode: 'lost_card' });
    mock.faults.push({ on: CONFIRM, kind: 'lose_answer', times: TO_LOSE_ALL });
    await expect(provider().charge(request)).rejects.toThrow(/^Stripe request failed/);
    mock.faults.length = 0;
    const { paymentId, paymentToken, now } = request;
    const settled = await provider().settle(paymentId, now);
    expect(settled).toMatchObject({ status: 'declined', refusedMethod: paymentToken });
    expect(await provider().lookUp(paymentId, now)).toEqual(settled);
  });

  it('isn’t refused by its bank if Stripe blocked a charge whose answer was lost', async () => {
    const request = await save();
    const blocked = { declineCode: 'generic_decline', adviceCode: 'do_not_try_again' };
    setCard(request, { ...blocked, isBlocked: true });
    mock.faults.push({ on: CONFIRM, kind: 'lose_answer', times: TO_LOSE_ALL });
    await expect(provider().charge(request)).rejects.toThrow(/^Stripe request failed/);
    mock.faults.length = 0;
    const settled = await provider().settle(request.paymentId, request.now);
    expect(settled).toMatchObject({ status: 'declined', refusedMethod: null });
  });

  it('isn’t reported for a lost card that was never saved', async () => {
    const outcome = await provider().charge(requestFor('pm_card_visa_chargeDeclinedLostCard'));
    expect(outcome).toMatchObject({ status: 'declined', refusedMethod: null });
  });
});

it('sends a refused card to Stripe once in all of dunning, and another one immediately', async () => {
  const shop = await makeClub(test, { billingPeriod: 'weekly' }, 'prod');
  const checkoutSessionId = await makeSession(shop, {}, PROD.environment);
  const buyer = { buyerEmail: 'ada@example.com', billingDetail: BILLING };
  const paid = { checkoutSessionId, ...buyer, ...cardOf('pm_card_visa') };
  const { orderId } = dataOf(await callInProd(shop, 'create-order', paid));
  const [first] = await intentsOf(shop, mock);
  setMethod(first?.payment_method ?? '', { declineCode: 'stolen_card' });
  for (const [days, failedAttempts] of [
    [7, 1],
    [1, 2],
    [2, 3],
  ] as const) {
    test.clock.advance(days * DAY_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(shop, orderId)).toMatchObject({ status: 'past_due', failedAttempts });
  }
  expect(await intentsOf(shop, mock)).toHaveLength(2);
  const given = { orderId, ...cardOf('pm_card_mastercard') };
  dataOf(await callInProd(shop, 'update-payment-method', given));
  await test.app.worker.runOnce();
  expect(await stateOf(shop, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
});

/** A charge without the buyer, of a card that was saved by a successful one. */
async function save(): Promise<ChargeRequest> {
  const first = requestFor('pm_card_visa', { usage: 'first' });
  const paid = await provider().charge(first);
  const paymentToken = 'savedMethod' in paid ? (paid.savedMethod ?? '') : '';
  return requestFor(paymentToken, { usage: 'renewal' });
}

function requestFor(paymentToken: string, more: Partial<ChargeRequest> = {}): ChargeRequest {
  const amount = { amountMinor: 990n, currency: 'USD' };
  return { paymentId: crypto.randomUUID(), paymentToken, amount, now: test.clock.now(), ...more };
}

/** Changes what the bank says about a saved card from now on. */
function setCard({ paymentToken }: ChargeRequest, card: Partial<CardBehavior>): void {
  setMethod(paymentToken.split(':')[1] ?? '', card);
}

function setMethod(id: string, card: Partial<CardBehavior>): void {
  const method = mock.books.methods.get(id) as Method;
  mock.books.methods.set(id, { ...method, card: { number: '4242424242424242', ...card } });
}

function cardOf(paymentToken: string) {
  return { paymentMethod: 'card', paymentToken };
}

async function callInProd(shop: Shop, verb: string, body: object) {
  const token = await makeBuyerToken(shop, 'buyer-1', PROD.environment);
  return callAsBuyer(test, token, `subscription-order/${verb}`, body, PROD);
}
