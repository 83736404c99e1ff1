import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../test/support/moves.ts';
import { makeSale, makeTicket, type Sale, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { Move } from '../../contract/states.ts';
import { type Sql, sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { PAYMENT_REFUND_MOVES } from '../payment/payment.states.ts';
import { REFUND_MOVES } from '../refund/refund.states.ts';
import { REFUND_TICKET_MOVES, STEPS_OF_DECISION } from '../refund/refund-ticket.states.ts';

const test = useTestApp();
const MACHINES: Readonly<Record<string, readonly Move<string>[]>> = {
  refund_ticket: REFUND_TICKET_MOVES,
  refund: REFUND_MOVES,
  payment_refund: PAYMENT_REFUND_MOVES,
};
const STATES = [...new Set(REFUND_TICKET_MOVES.flatMap(({ from, to }) => [from, to]))];

describe('moves of tickets, refunds and refunded payments', () => {
  it.each(Object.keys(MACHINES))('match those in the database: %s', async (machine) => {
    const rows = await test.database.query(sql`
      select from_state as "from", to_state as "to" from state_move where machine = ${machine}`);
    const written = changesOf(MACHINES[machine] ?? []);
    expect(new Set(rows)).toEqual(new Set(written));
  });

  it('allow every step of a decision', () => {
    for (const steps of Object.values(STEPS_OF_DECISION)) {
      const path = ['pending', ...steps];
      path.slice(1).forEach((to, index) => {
        expect(REFUND_TICKET_MOVES).toContainEqual({ from: path[index], to });
      });
    }
  });

  it('are refused by the database if they are not in the table', async () => {
    const sale = await makeSale(test);
    const { id } = await makeTicket(sale, '1');
    for (const from of STATES) {
      for (const to of STATES) {
        const isLegal =
          from === to || REFUND_TICKET_MOVES.some((m) => m.from === from && m.to === to);
        expect([from, to, await isTaken(decodeId('TKT', id) as string, from, to)]).toEqual([
          ...[from, to, isLegal],
        ]);
      }
    }
  });
});

describe('the database alone', () => {
  it('refuses tickets that claim more than was charged, however they are written', async () => {
    const sale = await makeSale(test);
    await makeTicket(sale, '9');
    await expect(copyTicket(sale, 91)).rejects.toThrow('refunds_within_charge');
    await copyTicket(sale, 90);
  });

  it('refuses a second refund of one version of a ticket', async () => {
    const sale = await makeSale(test);
    const body = ticketBody(sale, '1');
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
    const again = test.database.query(sql`
      insert into refund select ${crypto.randomUUID()}::uuid, store_id, environment, ticket_id,
        ticket_version, payment_id, 'pending', currency, amount_minor, provider, null, null,
        leased_until, 0, created_at, updated_at
      from refund where payment_id = ${decodeId('PAY', sale.paymentId)}`);
    await expect(again).rejects.toThrow('one_refund_per_version');
  });
});

/** Whether the database accepts the move, tried in a transaction that is rolled back. */
async function isTaken(ticketId: string, from: string, to: string): Promise<boolean> {
  const undo = new Error('undo');
  const past = (status: string): Sql =>
    sql`update refund_ticket set status = ${status} where id = ${ticketId}`;
  const outcome = await test.database
    .transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(past(from));
      await tx.query(sql`set local session_replication_role = origin`);
      // The claim wasn't counted while triggers were disabled.
      await tx.query(sql`update payment set refund_claimed_minor = 500
        where id = (select payment_id from refund_ticket where id = ${ticketId})`);
      await tx.query(past(to));
      throw undo;
    })
    .catch((error: unknown) => error);
  if (outcome !== undo) expect(String(outcome)).toContain('illegal move of refund_ticket');
  return outcome === undo;
}

/** A ticket not created by an action: only the database's own rules apply. */
function copyTicket({ paymentId }: Sale, amountMinor: number): Promise<unknown> {
  const id = crypto.randomUUID();
  return test.database.query(sql`
    with ticket as (
      insert into refund_ticket (id, store_id, environment, payment_id, status,
        submitter_identity, version_number, amount_minor, created_at, updated_at)
      select ${id}::uuid, store_id, environment, payment_id, 'pending', 'x', 1, ${amountMinor},
        created_at, created_at
      from refund_ticket where payment_id = ${decodeId('PAY', paymentId)} limit 1
      returning *
    )
    insert into refund_ticket_version (id, store_id, ticket_id, number, reason, currency,
      amount_minor, created_at)
    select ${crypto.randomUUID()}::uuid, store_id, id, 1, 'x', 'USD', amount_minor, created_at
    from ticket`);
}
