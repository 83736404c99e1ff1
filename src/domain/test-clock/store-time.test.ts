import { expect, it } from 'vitest';
import { makeSale, type Sale, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf, makeShop } from '../../../test/support/selling.ts';
import { advanceTo, DAY_MS } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
const MINUTE_MS = 60_000;

it('is the time of payments and of their refunds', async () => {
  const shop = await makeShop(test);
  const paid = new Date(test.clock.now().getTime() + DAY_MS);
  await advanceTo(shop, paid);
  const sale = await makeSale(test, {}, shop);
  expect(await timesOf(sale)).toEqual({ paid, updated: paid });
  const refunded = new Date(paid.getTime() + DAY_MS);
  await advanceTo(shop, refunded);
  dataOf(await shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale, '4')));
  expect(await timesOf(sale)).toEqual({ paid, updated: refunded });
});

it('is moved to a full minute as Java prints it, and to an offset without its colon', async () => {
  const shop = await makeShop(test);
  const minute = Math.ceil(test.clock.now().getTime() / MINUTE_MS) * MINUTE_MS + DAY_MS;
  const [first, second] = [0, MINUTE_MS].map((ms) => new Date(minute + ms).toISOString());
  for (const [to, now] of [
    [first?.replace(':00.000Z', 'Z'), first],
    [second?.replace('.000Z', '+0000'), second],
  ]) {
    const body = { storeId: shop.store.id, to };
    const reply = await shop.merchant.call('test-clock/advance-clock', body);
    expect(dataOf(reply)).toEqual({ clock: { storeId: shop.store.id, now } });
  }
});

async function timesOf({ paymentId }: Sale) {
  const [row] = await test.database.query<object>(sql`
    select paid_at as paid, updated_at as updated from payment
    where id = ${decodeId('PAY', paymentId)}`);
  return row;
}
