import { describe, expect, it } from 'vitest';
import { createStripeProvider } from '../../src/providers/stripe/stripe-provider.ts';
import { settingsFor, useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const mock = useStripeMock();
const REFUND = 'POST /v1/refunds';
const LOW = 'balance_insufficient';

async function makeRefund() {
  const provider = createStripeProvider(settingsFor(mock), test.database);
  const amount = { amountMinor: 990n, currency: 'USD' };
  const paymentId = crypto.randomUUID();
  const now = test.clock.now();
  const charged = await provider.charge({ paymentId, paymentToken: 'pm_card_visa', amount, now });
  if (charged.status !== 'succeeded') throw new Error('The charge was declined');
  const chargeReference = charged.reference;
  const refund = { refundId: crypto.randomUUID(), paymentId, chargeReference, amount, now };
  return { send: () => provider.refund(refund), reference: chargeReference };
}

const refundsOf = (reference: string) =>
  mock.books.refunds.filter(({ payment_intent: intent }) => intent === reference);

describe('a refund for which the balance at Stripe is too low', () => {
  it('is executed once the balance suffices, although Stripe repeats its refusals for a day', async () => {
    const { send, reference } = await makeRefund();
    mock.books.balance.isShort = true;
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(send()).rejects.toThrow(LOW);
    mock.books.balance.isShort = false;
    expect(await send()).toMatchObject({ status: 'succeeded' });
    expect(await send()).toMatchObject({ status: 'succeeded' });
    expect(refundsOf(reference)).toHaveLength(1);
  });

  it('isn’t sent under another key while the outcome of the last one is unknown', async () => {
    const { send, reference } = await makeRefund();
    mock.books.balance.isShort = true;
    await expect(send()).rejects.toThrow(LOW);
    mock.books.balance.isShort = false;
    // The first key's repeated refusal arrives, the answers under the second one are lost.
    mock.faults.push({ on: REFUND, kind: 'lose_answer', times: 2 });
    mock.faults.unshift({ on: REFUND, kind: { delayMs: 0 }, times: 1 });
    await expect(send()).rejects.toThrow('Stripe request failed');
    expect(await send()).toMatchObject({ status: 'succeeded' });
    expect(refundsOf(reference)).toHaveLength(1);
  });
});
