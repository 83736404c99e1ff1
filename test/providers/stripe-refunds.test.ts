import { describe, expect, it } from 'vitest';
import { createStripeProvider } from '../../src/providers/stripe/stripe-provider.ts';
import { endRefund } from '../support/stripe-mock/refunds.ts';
import { settingsFor, useStripeMock } from '../support/stripe-mock/stripe-mock.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const mock = useStripeMock();
const REFUND = 'POST /v1/refunds';
const LOW = 'balance_insufficient';

async function makeRefund(paymentToken = 'pm_card_visa') {
  const provider = createStripeProvider(settingsFor(mock), test.database);
  const amount = { amountMinor: 990n, currency: 'USD' };
  const paymentId = crypto.randomUUID();
  const now = test.clock.now();
  const charged = await provider.charge({ paymentId, paymentToken, amount, now });
  if (charged.status !== 'succeeded') throw new Error('The charge was declined');
  const chargeReference = charged.reference;
  const refund = { refundId: crypto.randomUUID(), paymentId, chargeReference, amount, now };
  const ask = () => provider.settleRefund(refund);
  return { send: () => provider.refund(refund), ask, reference: chargeReference };
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

describe('a refund that Stripe doesn’t execute', () => {
  it('is executed once, after the day for which Stripe repeats an error of its own', async () => {
    const { send, ask, reference } = await makeRefund();
    mock.faults.push({ on: REFUND, kind: 'kept_server_error', times: 1 });
    for (let time = 0; time < 2; time += 1) {
      await expect(send()).rejects.toThrow('StripeAPIError 500');
      expect(await ask()).toBeNull();
    }
    mock.forgetKeys();
    expect(await send()).toMatchObject({ status: 'succeeded' });
    expect(refundsOf(reference)).toHaveLength(1);
  });

  it('fails because of the dispute if the buyer disputes the charge while it is pending', async () => {
    const { send, ask, reference } = await makeRefund('pm_card_pendingRefund');
    expect(await send()).toMatchObject({ status: 'pending' });
    const [made] = refundsOf(reference);
    endRefund(mock.books, made?.id ?? '', false, 'charge_for_pending_refund_disputed');
    expect(await ask()).toMatchObject({ status: 'failed', reason: 'charge_disputed' });
  });

  it('fails with the reason for each of the codes that Stripe has for it', async () => {
    for (const [code, reason] of [
      ['charge_disputed', 'charge_disputed'],
      ['refund_disputed_payment', 'charge_disputed'],
      ['charge_already_refunded', 'amount_exceeds_charge'],
      ['charge_not_refundable', 'refund_declined'],
      // A charge of another account.
      ['resource_missing', 'charge_not_found'],
    ] as const) {
      const { send } = await makeRefund();
      mock.faults.push({ on: REFUND, kind: { code }, times: 1 });
      expect(await send()).toMatchObject({ status: 'failed', reason });
    }
  });
});
