import { describe, expect, it } from 'vitest';
import {
  EXTERNAL_REFUND_CARD,
  makeSale,
  makeTicket,
  review,
  type Sale,
} from '../../test/support/refunding.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/database.ts';
import { takeDispute } from '../domain/dispute/take-dispute.ts';
import { takeFraudWarnings } from '../domain/fraud-warning/take-fraud-warnings.ts';
import { takeExternalRefunds } from '../domain/refund/take-external-refunds.ts';
import { decodeId, type Id } from '../kit/id.ts';
import { HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';
import { DISPUTED_MS } from '../providers/sandbox/sandbox-disputes.ts';
import { createSandboxProvider } from '../providers/sandbox/sandbox-provider.ts';
import { compareWithProvider } from './compare-provider.ts';
import { reportOf } from './report.ts';

const test = useTestApp();
/** Real sales are compared once nothing of theirs is under way. */
const LATER_MS = HOUR_MS;

describe('a comparison with the provider’s books', () => {
  it('finds nothing if they agree', async () => {
    const sale = await makeRefunded();
    await makeTicket(sale, '1');
    expect(await compareBroken(sql`select`)).toMatch(/5 checks, all is well\.\n$/);
  });

  it('finds a charge whose payment is lost, as after a restore', async () => {
    const { paymentId } = await makeSale(test);
    const report = await compareBroken(sql`delete from payment where id = ${uuid(paymentId)}`);
    expect(report).toContain(`${paymentId} was charged 9.90 USD at sandbox (`);
    expect(report).toContain("isn't in this database");
    expect(report).toMatch(/5 checks, 1 with findings\.\n$/);
  });

  it('finds a charge of another amount, and one whose payment failed here', async () => {
    const [one, other] = [await makeSale(test), await makeSale(test)];
    const report = await compareBroken(sql`
      update payment set amount_minor = case when id = ${uuid(one.paymentId)} then 991 else amount_minor end,
        status = case when id = ${uuid(other.paymentId)} then 'failed' else status end
      where id in (${uuid(one.paymentId)}, ${uuid(other.paymentId)})`);
    expect(report).toContain(`${one.paymentId} is 9.91 USD here, and 9.90 USD at sandbox`);
    expect(report).toContain(`${other.paymentId} is failed here, and was charged 9.90 USD`);
  });

  it('finds a payment that the provider never charged', async () => {
    const { paymentId } = await makeSale(test);
    const key = uuid(paymentId);
    const report = await compareBroken(
      sql`update sandbox_charge set status = 'voided' where idempotency_key = ${key}::text`,
    );
    expect(report).toContain(`${paymentId} succeeded here, and sandbox has no such charge`);
  });

  it('finds a refund that only one of them knows', async () => {
    const { paymentId } = await makeRefunded();
    const report = await compareBroken(
      sql`update refund set status = 'failed' where payment_id = ${uuid(paymentId)}`,
    );
    expect(report).toContain(`${paymentId} has 0.00 USD refunded here, and 4.00 USD at sandbox`);
  });

  it('finds a refund made at the provider whose callback was lost, until it is recorded', async () => {
    const { paymentId } = await makeSale(test, { card: EXTERNAL_REFUND_CARD });
    const context = later();
    const charge = {
      paymentId: uuid(paymentId),
      chargeReference: null,
      now: context.currentTime(),
    };
    expect(await context.provider.listExternalRefunds(charge)).toHaveLength(1);
    const report = await compareBroken(sql`select`);
    expect(report).toContain(`${paymentId} has 0.00 USD refunded here, and 9.90 USD at sandbox`);
    await takeExternalRefunds(context, uuid(paymentId) as Id<'PAY'>);
    expect(await compareBroken(sql`select`)).not.toContain(paymentId);
  });

  it('leaves out what was before, and what is under way', async () => {
    const { paymentId } = await makeSale(test);
    const lose = sql`delete from payment where id = ${uuid(paymentId)}`;
    const [from, now] = [addMs(test.clock.now(), 1), addMs(test.clock.now(), LATER_MS)];
    expect(await compareBroken(lose, { from, now })).toContain('all is well');
    const wait = sql`update payment set status = 'pending' where id = ${uuid(paymentId)}`;
    const start = { from: addMs(test.clock.now(), -HOUR_MS), now: addMs(test.clock.now(), 1_000) };
    expect(await compareBroken(wait, start)).toContain('all is well');
  });

  it('finds a dispute whose callback was lost', async () => {
    const { paymentId } = await makeSale(test, { card: '4000000000000259' });
    const report = await compareBroken(sql`select`);
    expect(report).toContain(`${paymentId} has the dispute dp_ch_sandbox_`);
    expect(report).toContain('which is lost (9.90 USD) at sandbox, and not known here');
  });

  it('finds that one was decided, however long ago it was filed', async () => {
    const { paymentId } = await makeSale(test, { card: '4000000000000259' });
    const { database, provider } = later();
    const currentTime = () => addMs(test.clock.now(), DISPUTED_MS);
    await takeDispute({ database, provider, currentTime }, uuid(paymentId) as Id<'PAY'>);
    const [from, now] = [addMs(test.clock.now(), HOUR_MS), addMs(test.clock.now(), 2 * HOUR_MS)];
    expect(await compareBroken(sql`select`, { from, now })).toContain(
      'which is lost (9.90 USD) at sandbox, and open (9.90 USD) here',
    );
  });

  it('finds a dispute of another amount', async () => {
    const sale = await makeSale(test, { card: '4000000000000259' });
    await takeDispute(later(), uuid(sale.paymentId) as Id<'PAY'>);
    expect(await compareBroken(sql`select`)).not.toContain(sale.paymentId);
    const report = await compareBroken(
      sql`update dispute set amount_minor = 450 where payment_id = ${uuid(sale.paymentId)}`,
    );
    expect(report).toContain('which is lost (9.90 USD) at sandbox, and lost (4.50 USD) here');
  });

  it('finds a fraud warning whose callback was lost, until it is recorded', async () => {
    const { paymentId } = await makeSale(test, { card: '4000000000005423' });
    const found = `${paymentId} has the fraud warning issfr_ch_sandbox_`;
    const tooEarly = {
      from: addMs(test.clock.now(), -HOUR_MS),
      now: addMs(test.clock.now(), 60_000),
    };
    expect(await compareBroken(sql`select`, tooEarly)).not.toContain(paymentId);
    expect(await compareBroken(sql`select`)).toContain(found);
    await takeFraudWarnings(later(), uuid(paymentId) as Id<'PAY'>);
    expect(await compareBroken(sql`select`)).not.toContain(paymentId);
  });
});

/** What takes a callback once nothing is under way. */
function later() {
  const provider = createSandboxProvider(test.database);
  const currentTime = () => addMs(test.clock.now(), LATER_MS);
  return { database: test.database, provider, currentTime };
}

const uuid = (paymentId: string) => decodeId('PAY', paymentId) as string;

/** A sale with 4.00 refunded. */
async function makeRefunded(): Promise<Sale> {
  const sale = await makeSale(test);
  const ticket = await makeTicket(sale, '4');
  await review(sale, ticket.id, 'approve');
  await test.app.worker.runOnce();
  return sale;
}

/** Breaks the books bypassing all triggers, compares them, and rolls back. */
async function compareBroken(
  breakage: Sql,
  span = {
    from: addMs(test.clock.now(), -HOUR_MS),
    now: addMs(test.clock.now(), LATER_MS),
  },
): Promise<string> {
  let report = '';
  const undo = new Error('undo');
  const work = test.database.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(breakage);
    const provider = createSandboxProvider(tx as unknown as Database);
    report = reportOf(await compareWithProvider(tx, provider, span));
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return report;
}
