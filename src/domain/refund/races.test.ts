import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppProcess, startAppProcess } from '../../../test/support/app-process.ts';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { needs } from '../../../test/support/needs.ts';
import {
  asBuyer,
  makeSale,
  refundsOf,
  type Sale,
  ticketBody,
} from '../../../test/support/refunding.ts';
import { eventsOf } from '../../../test/support/selling.ts';
import { type TestApp, useTestApp } from '../../../test/support/test-app.ts';
import type { RefundRequest } from '../../contract/payment-provider.ts';
import { decodeId } from '../../kit/id.ts';
import { createSandboxProvider } from '../../providers/sandbox/sandbox-provider.ts';

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

/** The sale as calls through another process see it. */
function throughProcess(sale: Sale, baseUrl: string): Sale {
  const elsewhere: TestApp = Object.create(test, { baseUrl: { value: baseUrl } });
  return { ...sale, shop: { ...sale.shop, test: elsewhere } };
}
