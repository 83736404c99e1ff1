import { describe, expect, it } from 'vitest';
import { beginCharge, uuidOf } from '../../../test/support/paying-cases.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe('expire-sessions', () => {
  it('ends sessions when they expire, and cancels an unpaid session’s order', async () => {
    const shop = await makeShop(test);
    const untouched = await makeSession(shop, { expiresInSeconds: 60 });
    const declined = await makeSession(shop, { expiresInSeconds: 60 });
    const later = await makeSession(shop, { expiresInSeconds: 600 });
    await decline(shop, declined);
    test.clock.advance(60_000);
    await test.app.worker.runOnce();
    expect(await statusOf(untouched)).toEqual({ session: 'expired', order: null });
    expect(await statusOf(declined)).toEqual({ session: 'expired', order: 'canceled' });
    expect(await statusOf(later)).toEqual({ session: 'open', order: null });
    // The store can be deleted now that nothing is pending.
    const { merchant, store, productId } = shop;
    await merchant.call('onetime-product/update-status', { id: productId, status: 'inactive' });
    const reply = await merchant.call('store/delete-store', { id: store.id });
    expect(reply.body.errors ?? []).not.toContainEqual(
      expect.objectContaining({ reason: 'pending_orders' }),
    );
  });

  it('waits for a charge in progress', async () => {
    const shop = await makeShop(test);
    const sessionId = await makeSession(shop, { expiresInSeconds: 60 });
    await decline(shop, sessionId);
    test.clock.advance(60_000);
    await beginCharge(test, sessionId, 60_000);
    await test.app.worker.runOnce();
    expect(await statusOf(sessionId)).toEqual({ session: 'open', order: 'pending' });
    // The session ends once it is known that nothing was charged.
    test.clock.advance(60_000);
    await test.app.worker.runOnce();
    expect(await statusOf(sessionId)).toEqual({ session: 'expired', order: 'canceled' });
  });
});

async function decline(shop: Shop, sessionId: string): Promise<void> {
  const body = await payingBody(test, sessionId, DECLINED_CARD);
  const token = await makeBuyerToken(shop);
  await callAsBuyer(test, token, 'onetime-order/create-order', body);
}

async function statusOf(sessionId: string) {
  const [row] = await test.database.query(sql`
    select session.status as session, orders.status as "order"
    from checkout_session session left join orders
      on orders.store_id = session.store_id and orders.checkout_session_id = session.id
    where session.id = ${uuidOf(sessionId)}`);
  return row;
}
