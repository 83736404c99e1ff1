import { describe, expect, it } from 'vitest';
import { expectError } from '../../../test/support/error-rows.ts';
import { post } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeSession,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { makeClub, stateOf } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
const FREE = { metadata: { trialDays: 14 } };

describe('a claimed trial', () => {
  it('isn’t used up by an address that was only entered in a declined attempt', async () => {
    const club = await makeClub(test, FREE);
    const pay = async (sessionId: string, buyerEmail: string, card?: string) => {
      const body = { ...(await payingBody(test, sessionId, card)), buyerEmail };
      const page = `/store/${club.store.slug}/checkout/${sessionId}/pay`;
      return post(test.baseUrl, page, JSON.stringify(body));
    };
    const sessionId = await makeSession(club);
    expect((await pay(sessionId, 'victim@example.com', DECLINED_CARD)).status).toBe(400);
    dataOf(await pay(sessionId, 'me@example.com'));
    const { orderId } = dataOf(await pay(await makeSession(club), 'victim@example.com'));
    expect((await stateOf(club, orderId)).charged).toEqual([]);
  });

  it('isn’t what ended if the session did while the card was saved', needs('server'), async () => {
    const club = await makeClub(test, FREE);
    const { paying } = await test.database.transaction(async (tx) => {
      // The sandbox reads the card's token.
      const body = await payingBody(test, await makeSession(club));
      await tx.query(sql`lock table sandbox_token in access exclusive mode`);
      const token = await makeBuyerToken(club);
      const reply = callAsBuyer(test, token, 'subscription-order/create-order', body);
      await expect.poll(() => findOrders(club)).toHaveLength(1);
      const [orderId] = await findOrders(club);
      dataOf(await club.merchant.call('subscription-order/cancel-order', { orderId }));
      return { paying: reply };
    });
    expectError(await paying, 400, 'Checkout session has expired', 'order');
  });
});

async function findOrders({ store }: Shop): Promise<string[]> {
  const rows = await test.database.query<{ id: string }>(sql`
    select short_id('ORD', id) as id from orders where store_id = ${decodeId('STO', store.id)}`);
  return rows.map(({ id }) => id);
}
