import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { Move } from '../../contract/states.ts';
import { sql } from '../../database/database.ts';
import { CHECKOUT_SESSION_MOVES } from '../checkout/checkout-session.states.ts';
import { PAYMENT_MOVES } from '../payment/payment.states.ts';
import { ONETIME_ORDER_MOVES } from './onetime-order.states.ts';
import { SUBSCRIPTION_ORDER_MOVES } from './subscription-order.states.ts';

const test = useTestApp();
const MACHINES: Readonly<Record<string, readonly Move<string>[]>> = {
  checkout_session: CHECKOUT_SESSION_MOVES,
  onetime_order: ONETIME_ORDER_MOVES,
  subscription_order: SUBSCRIPTION_ORDER_MOVES,
  payment: PAYMENT_MOVES,
};

describe('moves of sessions, orders and payments', () => {
  it.each(Object.keys(MACHINES))('are the same in the database: %s', async (machine) => {
    const rows = await test.database.query(sql`
      select from_state as "from", to_state as "to" from state_move where machine = ${machine}`);
    const written = MACHINES[machine]?.map(({ from, to }) => ({ from, to }));
    expect(new Set(rows)).toEqual(new Set(written));
  });
});
