import { afterAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import {
  LATE_REFUNDS_CARD,
  makeSale,
  type Sale,
  ticketBody,
} from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { recordChargesInLedger } from './ledger.queries.ts';

const test = useTestApp();

describe('the ledger', () => {
  afterAll(() => expectSoundBooks(test));

  it('has a pair for the charge and a pair for each refund', async () => {
    const sale = await makeSale(test);
    for (const amount of ['4.00', '5.90']) {
      const body = ticketBody(sale, amount);
      dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
      await test.app.worker.runOnce();
    }
    expect(await entriesOf(sale)).toEqual([
      { account: 'provider_balance', currency: 'USD', minor: 990, refund: false },
      { account: 'sales', currency: 'USD', minor: -990, refund: false },
      { account: 'provider_balance', currency: 'USD', minor: -400, refund: true },
      { account: 'refunds', currency: 'USD', minor: 400, refund: true },
      { account: 'provider_balance', currency: 'USD', minor: -590, refund: true },
      { account: 'refunds', currency: 'USD', minor: 590, refund: true },
    ]);
  });

  it('books a charge once, however often it is reported', async () => {
    const sale = await makeSale(test);
    const id = decodeId('PAY', sale.paymentId);
    const storeId = decodeId('STO', sale.shop.store.id);
    if (!id || !storeId) throw new Error('A sale without its ids');
    await recordChargesInLedger(test.database, { ids: [id], storeId }, test.clock.now());
    expect(await entriesOf(sale)).toHaveLength(2);
  });

  it.each([
    ['one side alone', [1]],
    ['sides that differ', [1, -2]],
    ['a third entry that does not balance', [1, -1, 1]],
  ])('refuses %s', async (_what, amounts) => {
    // In progress, so not booked yet.
    const sale = await makeSale(test, { card: LATE_REFUNDS_CARD });
    const body = ticketBody(sale, '1');
    dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
    const accounts = ['provider_balance', 'refunds', 'sales'].slice(0, amounts.length);
    const written = test.database.query(sql`
      insert into ledger_entry (transaction_id, account, store_id, environment, payment_id,
        refund_id, currency, amount_minor, booked_at)
      select refund.id, side.account, store_id, environment, payment_id, refund.id, currency,
        side.minor, created_at
      from refund cross join unnest(${accounts}::text[], ${amounts}::bigint[])
        as side (account, minor)
      where payment_id = ${decodeId('PAY', sale.paymentId)}`);
    await expect(written).rejects.toThrow('ledger entries do not balance');
  });

  it('is append-only', async () => {
    await makeSale(test);
    for (const change of [
      sql`update ledger_entry set amount_minor = amount_minor * 2`,
      sql`delete from ledger_entry`,
      sql`truncate ledger_entry`,
    ]) {
      await expect(test.database.query(change)).rejects.toThrow('rows are never changed');
    }
  });
});

function entriesOf({ paymentId }: Sale) {
  return test.database.query(sql`
    select account, currency, amount_minor::int as minor, refund_id is not null as refund
    from ledger_entry where payment_id = ${decodeId('PAY', paymentId)}
    order by refund, transaction_id, account`);
}
