import { describe, expect, it, vi } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { whileInsertsFail } from '../../../test/support/failing-inserts.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { eventsOf, makeOrder, makeShop, type Shop } from '../../../test/support/selling.ts';
import {
  addPlan,
  advanceDays,
  advanceTo,
  DAY_MS,
  makeClub,
  onlyOrder,
  startCharge,
  stateOf,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { periodBoundary } from '../../kit/period.ts';
import { advanceClock } from './advance-clock.ts';
import { MAX_STEPS } from './step-through.ts';

// Hundreds of charges in one call.
vi.setConfig({ testTimeout: 60_000 });
const test = useTestApp();
const PATH = 'test-clock/advance-clock';
const MINUTE_MS = 60_000;
/** SQLSTATE of an error that a function raised. */
const RAISED = 'P0001';

describe(PATH, () => {
  it('charges every period that passes, each at its own time', async () => {
    const club = await makeClub(test);
    const start = await soon(club);
    await advanceTo(club, start);
    const orderId = await subscribe(club);
    const end = periodBoundary(start, 'yearly', 1);
    expect(await advanceTo(club, end)).toEqual({ storeId: club.store.id, now: end.toISOString() });
    const { charged, periodNumber } = await stateOf(club, orderId);
    expect(periodNumber).toBe(13);
    expect(charged).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    const payments = (await eventsOf(club)).filter(
      ({ eventType }) => eventType === 'subscription.payment_succeeded',
    );
    expect(payments.map(({ timestamp }) => timestamp)).toEqual(
      payments.map((_, index) => periodBoundary(start, 'monthly', index + 1).toISOString()),
    );
  });

  it('goes the same way every time', async () => {
    const start = new Date(Math.floor((Date.now() + DAY_MS) / DAY_MS) * DAY_MS + DAY_MS);
    const histories = await Promise.all(
      [1, 2].map(async () => {
        const club = await makeClub(test);
        await advanceTo(club, start);
        const weekly = await addPlan(club, { billingPeriod: 'weekly' });
        await subscribe(club);
        await subscribe({ ...club, productId: weekly });
        await advanceDays(club, 100);
        const events = await eventsOf(club);
        return events.map(({ timestamp, eventType, data }) => [
          timestamp,
          eventType,
          data.chargedAmount,
          data.periodNumber,
        ]);
      }),
    );
    expect(histories[0]).toEqual(histories[1]);
  });

  it('makes new orders start at the store’s time, and leaves other stores alone', async () => {
    const shop = await makeShop(test);
    const other = await makeClub(test);
    const to = await soon(shop);
    await advanceTo(shop, to);
    await makeOrder(shop);
    const orderId = await subscribe(other);
    expect((await eventsOf(shop))[0].timestamp).toBe(to.toISOString());
    const [order] = await test.database.query<{ at: Date }>(sql`
      select created_at as at from orders where id = ${decodeId('ORD', await onlyOrder(shop))}`);
    expect(order?.at).toEqual(to);
    expect(Number((await stateOf(other, orderId)).periodStart)).toBeLessThan(Number(to));
  });

  it('stands still until real time has caught up', async () => {
    const shop = await makeShop(test);
    const to = await soon(shop);
    await advanceTo(shop, to);
    expect(await storeTime(shop)).toEqual(to);
    expect(await advanceTo(shop, to)).toMatchObject({ now: to.toISOString() });
    test.clock.advance(3 * DAY_MS);
    expect(Number(await storeTime(shop))).toBeGreaterThan(Number(to));
  });

  it('finishes what an earlier call left open', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await startCharge(test, orderId, -1);
    await test.app.worker.runOnce();
    await advanceDays(club, 32);
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2] });
  });

  it('never reaches a stranger’s store', async () => {
    const shop = await makeShop(test);
    const reply = await (await makeMerchant(test)).call(PATH, await bodyFor(shop));
    expectError(reply, 404, 'Store not found', 'store');
  });
});

describe('after the provider gave no answer', () => {
  it('nobody holds the clock: it moves on once the charge in doubt is settled', async () => {
    const club = await makeClub(test);
    await subscribe(club);
    const to = await soon(club, 40);
    const failed = await withoutProvider(() => send(club, { to }));
    expectError(failed, 502, 'Payment provider did not answer', 'store');
    const early = await send(club, { to });
    expectError(early, 409, 'Subscriptions of the store are being charged, try again', 'store');
    test.clock.advance(2 * MINUTE_MS);
    await test.app.worker.runOnce();
    expect((await send(club, { to })).body).toMatchObject({
      data: { clock: { storeId: club.store.id, now: to.toISOString() } },
    });
  });
});

describeErrorRows(advanceClock, {
  missingStoreId: async () => send(await makeShop(test), { storeId: '' }),
  malformedStoreId: {
    got: 'STO_1',
    send: async () => send(await makeShop(test), { storeId: 'STO_1' }),
  },
  missingTo: async () => send(await makeShop(test), { to: null }),
  invalidTo: async () => send(await makeShop(test), { to: 'tomorrow' }),
  backwards: async () => {
    const shop = await makeShop(test);
    await advanceTo(shop, new Date('2050-01-01T00:00:00.000Z'));
    return withoutTime(await send(shop, { to: '2049-12-31T00:00:00Z' }));
  },
  tooFar: async () => send(await makeShop(test), { to: '2999-12-31T23:59:59Z' }),
  forbidden: async () => {
    const shop = await makeShop(test);
    return shop.merchant.call(PATH, await bodyFor(shop), { environment: 'prod' });
  },
  storeNotFound: async () => send(await makeShop(test), { storeId: 'STO_0000000000000000000001' }),
  moving: async () => {
    const shop = await makeShop(test);
    await advanceTo(shop, await soon(shop));
    await test.database.query(sql`
      update test_clock set leased_until = ${new Date(Date.now() + 100 * DAY_MS)}
      where store_id = ${decodeId('STO', shop.store.id)}`);
    return send(shop, {});
  },
  busy: async () => {
    const club = await makeClub(test);
    await startCharge(test, await subscribe(club));
    return send(club, { to: await soon(club, 40) });
  },
  stopped: async () => {
    const club = await makeClub(test, { billingPeriod: 'weekly' });
    await subscribe(club);
    return send(club, { to: await soon(club, (MAX_STEPS + 1) * 7) });
  },
  providerFailed: async () => {
    const club = await makeClub(test);
    await subscribe(club);
    const to = await soon(club, 40);
    return withoutProvider(() => send(club, { to }));
  },
});

/** The sandbox keeps its books in the database: it can't answer if it can't write. */
function withoutProvider<T>(work: () => Promise<T>): Promise<T> {
  return whileInsertsFail(test, 'sandbox_charge', RAISED, work);
}

/** A time that the store's clock has not reached. */
async function soon(shop: Shop, days = 1): Promise<Date> {
  return new Date((await storeTime(shop)).getTime() + days * DAY_MS);
}

async function bodyFor(shop: Shop) {
  return { storeId: shop.store.id, to: (await soon(shop)).toISOString() };
}

async function send(shop: Shop, fields: Readonly<Record<string, unknown>>) {
  return shop.merchant.call(PATH, { ...(await bodyFor(shop)), ...fields });
}

/** The message repeats the store's time, which the row's own message leaves out. */
function withoutTime(reply: Awaited<ReturnType<typeof send>>) {
  const [error] = reply.body.errors;
  error.message = error.message.replace('2050-01-01T00:00:00.000Z', '');
  return reply;
}
