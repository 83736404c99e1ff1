import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppProcess, startAppProcess } from '../../../test/support/app-process.ts';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { post } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import {
  asBuyer,
  EXTERNAL_REFUND_CARD,
  makeSale,
  refundsOf,
  type Sale,
  ticketBody,
} from '../../../test/support/refunding.ts';
import { eventsOf } from '../../../test/support/selling.ts';
import { TEST_SECRET_KEY, type TestApp, useTestApp } from '../../../test/support/test-app.ts';
import type { RefundRequest } from '../../contract/refund.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { signCallback } from '../../providers/sandbox/callback-signature.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';
import { createSecrets } from '../../secrets.ts';

const test = useTestApp();
const CREATE = 'refund-ticket/create-ticket';

describe('refunds under races', needs('server'), () => {
  const others: AppProcess[] = [];
  beforeAll(async () => {
    const settings = { TEST_APP_WORKER: 'on' };
    const start = () => startAppProcess(test.databaseUrl as string, settings);
    others.push(...(await Promise.all([start(), start()])));
  });
  afterAll(async () => {
    await Promise.all(others.map((other) => other.kill()));
    await expectSoundBooks(test);
  });

  it('never sum above the charge: 200 concurrent partial refunds in three processes', async () => {
    const sale = await makeSale(test);
    const { merchant } = sale.shop;
    const [elsewhere] = others.map(({ baseUrl }) => throughProcess(sale, baseUrl));
    const calls = Array.from({ length: 200 }, (_, index) =>
      index % 2
        ? merchant.call(CREATE, ticketBody(sale, '0.10'))
        : asBuyer(elsewhere ?? sale, CREATE, ticketBody(sale, '0.10')),
    );
    const replies = await Promise.all(calls);
    const tickets = replies.filter(({ status }) => status === 200);
    expect(tickets).toHaveLength(99);
    const refused = replies.filter(({ status }) => status !== 200);
    const message = 'Requested amount exceeds the refundable amount of 0.00 USD';
    for (const reply of refused) expect(reply.body.errors[0].message).toBe(message);
    const waiting = tickets.map(({ body }) => body.data.ticket);
    await Promise.all(
      waiting
        .filter(({ status }) => status === 'pending')
        .map(({ id }) =>
          merchant.call('refund-ticket/review-ticket', { ticketId: id, decision: 'approve' }),
        ),
    );
    await Promise.all([test.app.worker.runOnce(), test.app.worker.runOnce()]);
    // What the other processes' workers have leased may still be in progress.
    await expect
      .poll(() => refundsOf(test, sale), { timeout: 20_000 })
      .toEqual({
        ...{ status: 'refunded', claimed: 990, refunded: 990, atProvider: 990 },
      });
    const events = (await eventsOf(sale.shop)).slice(1);
    expect(events).toHaveLength(99);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(99);
  });

  it('made at the provider are recorded once, while others are requested and callbacks repeat', async () => {
    const sale = await makeSale(test, { card: EXTERNAL_REFUND_CARD });
    const paymentId = decodeId('PAY', sale.paymentId) as string;
    // The other processes' clocks are real.
    await test.database.query(sql`
      update sandbox_charge set created_at = created_at - interval '1 minute'
      where idempotency_key = ${paymentId}`);
    const urls = [test.baseUrl, ...others.map(({ baseUrl }) => baseUrl)];
    const tell = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          callBack(urls[index % urls.length] ?? '', paymentId),
        ),
      );
    const request = () => sale.shop.merchant.call(CREATE, ticketBody(sale, '0.50'));
    const [replies] = await Promise.all([tell(30), ...Array.from({ length: 30 }, request)]);
    for (const status of replies) expect([200, 500]).toContain(status);
    // Once the provider has refused the others.
    await expect
      .poll(async () => [...(await tell(3)), await refundsOf(test, sale)], { timeout: 20_000 })
      .toEqual([
        ...[200, 200, 200],
        { status: 'refunded', claimed: 990, refunded: 990, atProvider: 990 },
      ]);
    const types = (await eventsOf(sale.shop)).map(({ eventType }) => eventType);
    expect(types.filter((type) => type === 'refund.succeeded')).toHaveLength(1);
  });

  it('never sum above the charge at the provider, whoever sends them', async () => {
    const sale = await makeSale(test);
    const sandbox = createSandboxProvider(test.database);
    const request: Omit<RefundRequest, 'refundId'> = {
      paymentId: decodeId('PAY', sale.paymentId) as string,
      ...{ chargeReference: null, amount: { amountMinor: 10n, currency: 'USD' } },
      now: test.clock.now(),
    };
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    const twice = [...ids, ...ids].map((refundId) => sandbox.refund({ ...request, refundId }));
    const outcomes = await Promise.all(twice);
    expect(outcomes.filter(({ status }) => status === 'succeeded')).toHaveLength(198);
    expect(outcomes.slice(0, 200)).toEqual(outcomes.slice(200));
    expect(await refundsOf(test, sale)).toMatchObject({ atProvider: 990, refunded: 0 });
  });
});

/** Reports to a process that a payment was refunded at the provider; returns the answer's status. */
async function callBack(baseUrl: string, subjectId: string): Promise<number> {
  const body = JSON.stringify({ id: 'cb', subject: 'external_refund', subjectId });
  const signature = signCallback(createSecrets(TEST_SECRET_KEY), body, new Date());
  const headers = { 'sandbox-signature': signature };
  return (await post(baseUrl, '/callbacks/sandbox', body, headers)).status;
}

/** The sale as calls through another process see it. */
function throughProcess(sale: Sale, baseUrl: string): Sale {
  const elsewhere: TestApp = Object.create(test, { baseUrl: { value: baseUrl } });
  return { ...sale, shop: { ...sale.shop, test: elsewhere } };
}
