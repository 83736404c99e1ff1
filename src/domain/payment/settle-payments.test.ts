import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/paying-cases.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  eventsOf,
  makeCardToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { createPayments } from '../../providers/payments.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import { payments } from '../../sales.ts';
import { beginPayment } from '../checkout/begin-payment.ts';
import { paySession } from '../checkout/pay-session.ts';
import type { SessionId } from '../checkout-session/session-id.ts';

const test = useTestApp();
const LEASE_MS = 60_000;

describe('settle-payments', () => {
  it('completes a payment whose process stopped after the charge, once', async () => {
    const shop = await makeShop(test);
    const { request, provider } = await begin(shop, APPROVED_CARD);
    await provider.charge(request);
    await settle();
    expect(await eventsOf(shop)).toEqual([]);
    test.clock.advance(LEASE_MS);
    await Promise.all([settle(), settle()]);
    expect(await statusesOf(shop)).toEqual([
      { session: 'completed', order: 'completed', payment: 'succeeded' },
    ]);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('records a decline that the process did not', async () => {
    const shop = await makeShop(test);
    const { request, provider } = await begin(shop, DECLINED_CARD);
    await provider.charge(request);
    test.clock.advance(LEASE_MS);
    await settle();
    expect(await statusesOf(shop)).toEqual([
      { session: 'open', order: 'pending', payment: 'failed' },
    ]);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it('voids a charge that never arrived, so that it cannot arrive late', async () => {
    const shop = await makeShop(test);
    const { request, provider } = await begin(shop, APPROVED_CARD);
    test.clock.advance(LEASE_MS);
    await settle();
    expect(await provider.charge(request)).toMatchObject({ status: 'declined' });
    expect(await statusesOf(shop)).toEqual([
      { session: 'open', order: 'pending', payment: 'failed' },
    ]);
  });
});

describe('the sandbox provider', () => {
  it('charges once for a payment id, however often it is asked', async () => {
    const shop = await makeShop(test);
    const { request, provider } = await begin(shop, APPROVED_CARD);
    const outcomes = await Promise.all([1, 2, 3].map(() => provider.charge(request)));
    expect(new Set(outcomes.map(({ reference }) => reference)).size).toBe(1);
    expect(await provider.settle(request.paymentId, test.clock.now())).toEqual(outcomes[0]);
  });

  it('declines a token that it never issued', async () => {
    const sandbox = createSandboxProvider(test.database);
    const outcome = await sandbox.charge({
      ...{ paymentId: crypto.randomUUID(), paymentToken: 'tok_nobody', now: test.clock.now() },
      amount: { amountMinor: 1n, currency: 'USD' },
    });
    expect(outcome).toMatchObject({ reason: 'invalid_payment_token', card: null });
  });
});

/** Performs only the first step of paying, as if the process stopped right after it. */
async function begin(shop: Shop, card: string) {
  const sessionId = await makeSession(shop);
  const body = await payingBody(test, sessionId);
  const paymentToken = await makeCardToken(test, card);
  const begun = await test.database.transaction((tx) =>
    beginPayment(
      tx,
      {
        input: {
          ...body,
          checkoutSessionId: uuidOf(sessionId) as SessionId,
          paymentToken,
        },
        caller: {
          kind: 'buyer',
          storeId: decodeId('STO', shop.store.id) as Id<'STO'>,
          buyerIdentity: null,
          environment: 'test',
        },
        ports: { ...createPayments('none', test.database), payments },
        now: test.clock.now(),
      },
      paySession.errors,
    ),
  );
  if (!('request' in begun)) throw new Error('Already paid');
  return begun;
}

const settle = () => test.app.worker.runOnce();

function statusesOf({ store }: Shop) {
  return test.database.query(sql`
    select session.status as session, orders.status as "order", payment.status as payment
    from checkout_session session join orders
      on orders.store_id = session.store_id and orders.checkout_session_id = session.id
    join payment on payment.store_id = orders.store_id and payment.order_id = orders.id
    where session.store_id = ${decodeId('STO', store.id)} order by payment.id`);
}
