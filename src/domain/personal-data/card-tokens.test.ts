import { expect, it } from 'vitest';
import { callAsOperator } from '../../../test/support/operator.ts';
import { dataOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  makeClub,
  REFUSED_CARD,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();

it('exports no token of a card and erases all of them, also of one that its bank refused', async () => {
  const club = await makeClub(test, { billingPeriod: 'weekly' });
  const orderId = await subscribe(club, { card: REFUSED_CARD });
  await advanceDays(club, 7);
  const { email, tokens } = await rowOf(orderId);
  expect(tokens).toHaveLength(2);
  const whose = { storeId: club.store.id, email };
  const { buyer } = dataOf(await callAsOperator(test, 'personal-data/export-buyer', whose));
  expect(buyer.subscription).toHaveLength(1);
  expect(JSON.stringify(buyer.subscription)).not.toContain('tok_');
  dataOf(await club.merchant.call('subscription-order/end-order', { orderId }));
  dataOf(await callAsOperator(test, 'personal-data/erase-buyer', whose));
  expect((await rowOf(orderId)).tokens).toBeNull();
});

/** The buyer's email address, and the card tokens in the subscription's row. */
async function rowOf(orderId: string) {
  const [found] = await test.database.query<{ row: object; email: string }>(sql`
    select to_jsonb(subscription) as row, buyer_email as email
    from subscription join orders on orders.store_id = subscription.store_id and orders.id = order_id
    where order_id = ${decodeId('ORD', orderId)}`);
  return { email: found?.email, tokens: JSON.stringify(found?.row).match(/tok_\w+/g) };
}
