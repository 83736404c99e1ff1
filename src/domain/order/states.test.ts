import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../test/support/moves.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { Move } from '../../contract/states.ts';
import { raw, type Sql, sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { CHECKOUT_SESSION_MOVES } from '../checkout-session/checkout-session.states.ts';
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
/** The table where a sale of a one-time product leaves a row of each machine. */
const TABLES: Readonly<Record<string, string>> = {
  checkout_session: 'checkout_session',
  onetime_order: 'orders',
  payment: 'payment',
};

describe('moves of sessions, orders and payments', () => {
  it.each(Object.keys(MACHINES))('match those in the database: %s', async (machine) => {
    const rows = await test.database.query(sql`
      select from_state as "from", to_state as "to" from state_move where machine = ${machine}`);
    const written = changesOf(MACHINES[machine] ?? []);
    expect(new Set(rows)).toEqual(new Set(written));
  });

  it.each(
    Object.keys(TABLES),
  )('are refused by the database if they are not in the table: %s', async (machine) => {
    const { shop } = await makeSale(test);
    const storeId = decodeId('STO', shop.store.id) as string;
    const moves = changesOf(MACHINES[machine] ?? []);
    const states = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
    const taken: Move<string>[] = [];
    for (const from of states) {
      for (const to of states.filter((state) => state !== from)) {
        if (await isTaken(machine, storeId, from, to)) taken.push({ from, to });
      }
    }
    expect(new Set(taken)).toEqual(new Set(moves));
  });

  it('refuses a total that is not subtotal and tax', async () => {
    const { shop } = await makeSale(test);
    const storeId = decodeId('STO', shop.store.id);
    const raise = (total: number, tax: number) =>
      test.database.query(sql`
        update orders set total_minor = total_minor + ${total}, tax_minor = tax_minor + ${tax}
        where store_id = ${storeId}`);
    await expect(raise(1, 0)).rejects.toThrow('total_is_subtotal_and_tax');
    await expect(raise(0, 1)).rejects.toThrow('total_is_subtotal_and_tax');
    await raise(1, 1);
  });
});

/** Whether the database accepts the move for the store's one row; the move is rolled back. */
async function isTaken(machine: string, storeId: string, from: string, to: string) {
  const undo = new Error('undo');
  const table = raw(TABLES[machine] as string);
  const move = (status: string): Sql =>
    sql`update ${table} set status = ${status} where store_id = ${storeId}`;
  const outcome = await test.database
    .transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(move(from));
      await tx.query(sql`set local session_replication_role = origin`);
      await tx.query(move(to));
      throw undo;
    })
    .catch((error: unknown) => error);
  if (outcome !== undo) expect(String(outcome)).toContain(`illegal move of ${machine}`);
  return outcome === undo;
}
