import { beforeAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../test/support/books.ts';
import { BREAKAGES } from '../../test/support/breakages.ts';
import {
  FAILING_REFUNDS_CARD,
  LATE_REFUNDS_CARD,
  makeSale,
  makeTicket,
  type Sale,
  ticketBody,
} from '../../test/support/refunding.ts';
import { dataOf, type Shop } from '../../test/support/selling.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { configShape } from '../config.ts';
import { type Sql, sql } from '../database/database.ts';
import { encodeId, newId } from '../kit/id.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';
import { CHECKS, type Examined, examine } from './examine.ts';
import { reportOf } from './report.ts';

const test = useTestApp();
const sales = {} as { refunded: Sale; failed: Sale };
const CREATE = 'refund-ticket/create-ticket';
const RETENTION_DAYS = configShape.RETENTION_DAYS.parse(undefined);

beforeAll(async () => {
  sales.refunded = await makeRefunded();
  sales.failed = await makeRefunded(FAILING_REFUNDS_CARD, sales.refunded.shop);
  await makeRefunded(LATE_REFUNDS_CARD);
  await makeTicket(sales.failed, '1');
});

describe('the doctor', () => {
  it('finds nothing in sound books', () => expectSoundBooks(test));

  it.each(BREAKAGES)('finds what breaks: $promise', async ({ promise, breakIt, subject }) => {
    const hourAgo = new Date(test.clock.now().getTime() - HOUR_MS);
    const broken = (await examineBroken(breakIt({ ...sales, hourAgo }))).filter(
      ({ count }) => count > 0,
    );
    const found = broken.find(({ check }) => check.promise === promise);
    expect(found?.faults.map((fault) => fault.subject)).toContainEqual(subject(sales.refunded));
    expect(reportOf(broken)).toContain(`BROKEN ${promise}: `);
    expect(reportOf(broken)).toContain('What to do: ');
  });

  it('has been shown to find what breaks each of its promises', () => {
    const shown = new Set(BREAKAGES.map(({ promise }) => promise));
    expect(CHECKS.filter(({ promise }) => !shown.has(promise))).toEqual([]);
  });

  it('misses no event that has expired', async () => {
    const expired = addMs(test.clock.now(), (RETENTION_DAYS + 1) * DAY_MS);
    const examined = await examineBroken([sql`delete from event`], expired);
    expect(examined.map(({ check }) => check.promise).filter((one) => /event$/.test(one))).toEqual([
      'Every charge has its event',
      'Every completed or failed refund has its event',
    ]);
    const broken = examined.filter(({ check, count }) => /event$/.test(check.promise) && count > 0);
    expect(broken, reportOf(broken)).toEqual([]);
  });

  it('shows a few faults and counts the rest', async () => {
    for (let count = 0; count < 4; count += 1) await makeSale(test);
    const examined = await examineBroken([sql`delete from event where type = 'order.completed'`]);
    const report = reportOf(examined);
    expect(report).toContain('BROKEN Every charge has its event: 7 faults');
    expect(report).toContain('and 2 more');
    expect(report).toContain('What to do: If RETENTION_DAYS was raised lately, ');
    expect(report).toMatch(/\d+ checks, 1 with findings\.\n$/);
  });
});

describe('short_id', () => {
  it('is the Short ID of the service', async () => {
    const ids = [newId('PAY', new Date(0)), newId('PAY', test.clock.now()), zero, largest];
    for (const id of ids) {
      const [row] = await test.database.query<{ text: string }>(
        sql`select short_id('PAY', ${id}::uuid) as text`,
      );
      expect(row?.text).toBe(encodeId('PAY', id));
    }
  });
});

const zero = '00000000-0000-0000-0000-000000000000' as ReturnType<typeof newId<'PAY'>>;
const largest = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as ReturnType<typeof newId<'PAY'>>;

/** A sale with 4.00 refunded or requested. */
async function makeRefunded(card?: string, shop?: Shop): Promise<Sale> {
  const sale = await makeSale(test, card ? { card } : {}, shop);
  dataOf(await sale.shop.merchant.call(CREATE, ticketBody(sale, '4')));
  await test.app.worker.runOnce();
  return sale;
}

/** Breaks the books bypassing all triggers, checks them, and rolls back. */
async function examineBroken(
  statements: readonly Sql[],
  now = test.clock.now(),
): Promise<Examined[]> {
  const examined: Examined[] = [];
  const undo = new Error('undo');
  const work = test.database.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(statement);
    examined.push(...(await examine(tx, now)));
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return examined;
}
