import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { makeSession, makeShop, type Shop } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';

const test = useTestApp();
const PATH = 'store/delete-store';
const storeIdOf = ({ id }: { readonly id: string }) => decodeId('STO', id) as string;

describe('what blocks the deletion of a store', () => {
  const insertOrder = async (shop: Shop, kind: string, status: string) => {
    const sessionId = (await makeSession(shop)).replace('cs_', '');
    const now = test.clock.now();
    await test.database.query(sql`
      insert into orders (id, store_id, environment, kind, status, checkout_session_id, product_id,
        product_version_id, buyer_email, billing_detail, currency, subtotal_minor, tax_minor,
        total_minor, tax_category, created_at, updated_at)
      select gen_random_uuid(), store_id, environment, ${kind}, ${status}, id, product_id,
        product_version_id, 'buyer@shop.example', '{}', currency, 990, 0, 990, 'ebook',
        ${now}::timestamptz, ${now}::timestamptz
      from checkout_session where id = ${sessionId}`);
  };
  const deactivate = (shop: Shop) =>
    test.database.query(sql`
      update product set test_status = 'inactive' where store_id = ${storeIdOf(shop.store)}`);
  const remove = (shop: Shop) => shop.merchant.call(PATH, { id: shop.store.id });

  it('are active products', async () => {
    const shop = await makeShop(test);
    const reply = await remove(shop);
    expect(reply.status).toBe(409);
    expect(reply.body).toEqual({
      data: null,
      errors: [
        {
          message: 'Store has 1 active product(s); archive or delete them first',
          layer: 'store',
          reason: 'active_products',
          count: 1,
          aiHint: expect.stringMatching(/stop/i),
        },
      ],
    });
    await deactivate(shop);
    expect((await remove(shop)).status).toBe(200);
  });

  it('are products active only in production', async () => {
    const shop = await makeShop(test, {}, 'prod');
    expect((await remove(shop)).body.errors[0].reason).toBe('active_products');
  });

  it('are orders under way, each counted once', async () => {
    const shop = await makeShop(test);
    await insertOrder(shop, 'onetime', 'pending');
    await insertOrder(shop, 'subscription', 'pending');
    for (const status of ['active', 'canceling', 'past_due']) {
      await insertOrder(shop, 'subscription', status);
    }
    for (const status of ['completed', 'canceled', 'closed', 'expired']) {
      await insertOrder(shop, 'onetime', status);
      await insertOrder(shop, 'subscription', status);
    }
    await deactivate(shop);
    const { errors } = (await remove(shop)).body;
    expect(errors).toMatchObject([
      {
        message: 'Store has 2 pending order(s); wait for completion or cancel them first',
        reason: 'pending_orders',
        count: 2,
      },
      {
        message: 'Store has 3 active subscription(s); cancel them first',
        reason: 'active_subscriptions',
        count: 3,
      },
    ]);
  });

  it('are KYB tickets until they are decided', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const id = await submitTicket(merchant, store.id);
    for (const decision of ['review', 'approve']) {
      expect((await merchant.call(PATH, { id: store.id })).body.errors).toMatchObject([
        {
          message: 'Store has 1 pending KYB ticket(s); resolve them first',
          layer: 'store',
          reason: 'pending_tickets',
          count: 1,
          aiHint: expect.stringMatching(/stop/i),
        },
      ]);
      await callAsOperator(test, 'kyb-ticket/resolve-ticket', { ticketId: id, decision });
    }
    // The store is now enabled for production, which a test key can't undo.
    const own = { environment: 'prod' } as const;
    expect((await merchant.call(PATH, { id: store.id }, own)).status).toBe(200);
  });

  it('are bound email addresses and domains', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    await test.database.query(sql`
      update store set support_email = 'help@shop.example', website = 'https://shop.example'
      where id = ${storeIdOf(store)}`);
    expect((await merchant.call(PATH, { id: store.id })).body.errors).toMatchObject([
      {
        message: 'Store still has 1 bound email(s); revoke email binding first',
        reason: 'bound_emails',
        count: 1,
      },
      {
        message: 'Store still has 1 bound domain(s); revoke domain binding first',
        reason: 'bound_domains',
        count: 1,
      },
    ]);
    await merchant.call('store/revoke-support-email', { storeId: store.id });
    await merchant.call('store/revoke-website', { storeId: store.id });
    expect((await merchant.call(PATH, { id: store.id })).status).toBe(200);
  });

  it('leaves the store as it was', async () => {
    const shop = await makeShop(test);
    await remove(shop);
    const reply = await shop.merchant.call('store/update-store', { id: shop.store.id });
    expect(reply.body.data.store.deletedAt).toBeNull();
  });
});
