import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import {
  DAY_MS,
  FADING_CARD,
  makeClub,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { sql } from '../../database/database.ts';
import { decodeId, encodeId } from '../../kit/id.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { claimSteps, type RenewalContext } from './renew.ts';
import { takeCharges } from './take-charges.ts';
import type { ChargeStep } from './take-step.ts';

const test = useTestApp();
const MONTH_MS = 32 * DAY_MS;
const RENEWED = { status: 'active', periodNumber: 2, charged: [1, 2] };

it('records charges made together in one go, declined cards included', async () => {
  const { club, orders, steps, context } = await makeDue(['', '', FADING_CARD]);
  await takeCharges(context, steps);
  for (const orderId of orders.slice(0, 2)) {
    expect(await stateOf(club, orderId)).toMatchObject(RENEWED);
  }
  expect(await stateOf(club, orders[2] as string)).toMatchObject({ status: 'past_due' });
  // Charged again under the same ids, as by a slow worker, without any effect.
  await takeCharges(context, steps);
  expect(await chargesOf(steps)).toBe(3);
});

it('sends no card that its bank has refused, and all others', async () => {
  const { club, orders, steps, context } = await makeDue(['', '']);
  const [refused, ...sent] = steps as [ChargeStep, ChargeStep];
  await takeCharges(context, [{ ...refused, isRefused: true }, ...sent]);
  const [failed] = orders.filter((id) => decodeId('ORD', id) === refused.intent.orderId);
  for (const orderId of orders) {
    const state = orderId === failed ? { status: 'past_due', charged: [1] } : RENEWED;
    expect(await stateOf(club, orderId)).toMatchObject(state);
  }
  expect(await chargesOf([refused])).toBe(0);
});

it('reports each renewal made together, with its own payment', async () => {
  const { orders, steps, context } = await makeDue(['', '', '']);
  const [, , unpaid] = orders;
  await test.database.query(sql`
    update orders set status = 'past_due' where id = ${decodeId('ORD', unpaid as string)}`);
  await takeCharges(context, steps);
  const renewed = ['subscription.payment_succeeded', 'subscription.renewed'];
  for (const { intent } of steps) {
    const orderId = encodeId('ORD', intent.orderId);
    const events = await test.database.query<{ type: string; paymentId?: string }>(sql`
      select type, body::jsonb #>> '{data,paymentId}' as "paymentId" from event
      where store_id = ${intent.storeId} and body::jsonb #>> '{data,orderId}' = ${orderId}
        and body::jsonb #>> '{data,periodNumber}' = '2' order by id`);
    const types = orderId === unpaid ? [...renewed, 'subscription.recovered'] : renewed;
    const paymentId = encodeId('PAY', intent.paymentId);
    expect(events).toEqual(types.map((type) => ({ type, paymentId })));
  }
});

it('records the other charges if one of them cannot be recorded', async () => {
  const { club, orders, steps, context } = await makeDue(['', '']);
  const [broken, sound] = orders as [string, string];
  // Its payment succeeds, but the subscription is not at the period before the charged one.
  await test.database.query(sql`
    update subscription set period_number = null, period_start = null, period_end = null,
      anchor_at = null, anchor_period = null
    where order_id = ${decodeId('ORD', broken)}`);
  await expect(takeCharges(context, steps)).rejects.toThrow('has no period');
  expect(await stateOf(club, sound)).toMatchObject(RENEWED);
  const [left] = await test.database.query<{ pending: number }>(sql`
    select count(*)::int as pending from payment
    where order_id = ${decodeId('ORD', broken)} and status = 'pending'`);
  expect(left?.pending).toBe(1);
});

it('records a charge even if the provider does not answer for another', async () => {
  const { club, orders, steps, context } = await makeDue(['', '']);
  const sandbox = steps[0]?.provider as PaymentProvider;
  const silent: PaymentProvider = {
    ...sandbox,
    chargeAll: async ([first, ...others]) => [
      { status: 'rejected', reason: new Error(`No answer for ${first?.paymentId}`) },
      ...(await Promise.allSettled(others.map((request) => sandbox.charge(request)))),
    ],
  };
  const asked = steps.map((step) => ({ ...step, provider: silent }));
  await expect(takeCharges(context, asked)).rejects.toThrow('No answer');
  const states = await Promise.all(orders.map((orderId) => stateOf(club, orderId)));
  expect(states.map(({ periodNumber }) => periodNumber).sort()).toEqual([1, 2]);
});

/** A club with one due subscription for each card. */
async function makeDue(cards: readonly string[]) {
  const club = await makeClub(test);
  const orders: string[] = [];
  for (const card of cards) orders.push(await subscribe(club, card === '' ? {} : { card }));
  test.clock.advance(MONTH_MS);
  const ports = { ...createPayments('none', test.database), payments };
  const currentTime = () => test.clock.now();
  const context: RenewalContext = { database: test.database, ports, currentTime };
  const side = { storeId: uuidOf('STO', club.store.id), environment: 'test' } as const;
  const steps = (await claimSteps(context, side, 10)) as ChargeStep[];
  expect(steps).toHaveLength(cards.length);
  return { club, orders, steps, context };
}

async function chargesOf(steps: readonly ChargeStep[]): Promise<number> {
  const ids = steps.map(({ intent }) => intent.paymentId);
  const [row] = await test.database.query<{ count: number }>(sql`
    select count(*)::int as count from sandbox_charge
    where idempotency_key = any(${ids}::text[])`);
  return row?.count ?? 0;
}
