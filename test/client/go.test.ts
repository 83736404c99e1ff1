import { describe, expect, it } from 'vitest';
import { createGoSender } from '../support/foreign-sender.ts';
import { GO_ANSWERS, GO_EVENT, NOTICE } from '../support/go-shapes.ts';
import { makeAccount, makeMerchant } from '../support/merchant.ts';
import { makeSale, makeTicket, review, ticketBody } from '../support/refunding.ts';
import { eventsOf } from '../support/selling.ts';
import { misfits } from '../support/shapes.ts';
import {
  advanceDays,
  callOnOrder,
  FADING_CARD,
  makeClub,
  subscribe,
} from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

/** Requests and types of the published Go client; its code isn't run here. */
const test = useTestApp();
const prices = { USD: { amount: '9.90', taxCategory: 'saas' } };

async function open() {
  const merchant = await makeMerchant(test);
  const go = createGoSender(test, merchant);
  const { store } = await go.act('store/create-store', { name: 'R&D <Shop>' }, GO_ANSWERS.store);
  return { merchant, go, store };
}

describe('a client with Go’s types', () => {
  it('reads stores, whose optional fields it clears with null', async () => {
    const { go, store } = await open();
    expect(store.name).toBe('R&D <Shop>');
    const change = (fields: object) =>
      go.act('store/update-store', { id: store.id, ...fields }, GO_ANSWERS.store);
    const logo = 'https://example.com/logo.png?a=1&b=2';
    expect((await change({ logo })).store.logo).toBe(logo);
    expect((await change({ logo: null, checkoutSettings: null })).store.logo).toBeNull();
    const { store: silent } = await change({ notificationSettings: { notifyNewOrders: false } });
    expect(silent.notificationSettings.notifyNewOrders).toBe(false);
    const { store: deleted } = await go.act(
      'store/delete-store',
      { id: store.id },
      GO_ANSWERS.store,
    );
    expect(deleted.deletedAt).toEqual(expect.any(String));
  });

  it('gets the same store for the same request, by the key that it derives from the body', async () => {
    const { go, store } = await open();
    const body = { name: 'R&D <Shop>' };
    expect((await go.act('store/create-store', body, GO_ANSWERS.store)).store.id).toBe(store.id);
    const other = await go.act('store/create-store', { name: 'Other' }, GO_ANSWERS.store);
    expect(other.store.id).not.toBe(store.id);
  });

  it('reads webhooks, whose secret it clears with null', async () => {
    const { go, store } = await open();
    const url = 'https://hooks.example.com/?a=1&b=2';
    const body = {
      storeId: store.id,
      channel: 'http',
      url,
      events: ['refund.failed'],
      testMode: true,
    };
    const { webhook } = await go.act('store/add-webhook', body, GO_ANSWERS.webhook);
    expect(webhook).toMatchObject({ url, events: ['refund.failed'], secret: null });
    const { id } = webhook;
    const changed = { id, events: ['order.completed'], secret: 'mine' };
    expect(
      (await go.act('store/update-webhook', changed, GO_ANSWERS.webhook)).webhook,
    ).toMatchObject({
      events: ['order.completed'],
      secret: 'mine',
    });
    const cleared = await go.act('store/update-webhook', { id, secret: null }, GO_ANSWERS.webhook);
    expect(cleared.webhook.secret).toBeNull();
    // A nil slice of Go is null in JSON.
    for (const events of [null, []]) {
      const silent = await go.act('store/update-webhook', { id, events }, GO_ANSWERS.webhook);
      expect(silent.webhook.events).toEqual([]);
    }
    await go.act('store/remove-webhook', { id }, GO_ANSWERS.webhook);
    const unsent = await go.act('store/add-webhook', { ...body, events: null }, GO_ANSWERS.webhook);
    expect(unsent.webhook.events).toEqual([]);
  });

  it.each(['onetime', 'subscription'] as const)('reads %s products', async (kind) => {
    const { go, store } = await open();
    const shape = GO_ANSWERS[`${kind}Product`];
    const run = (verb: string, body: object) => go.act(`${kind}-product/${verb}`, body, shape);
    const period = kind === 'subscription' ? { billingPeriod: 'monthly' } : {};
    const bare = { storeId: store.id, name: 'Bare', prices, ...period };
    const { product } = await run('create-product', bare);
    expect(product).toMatchObject({ description: null, media: [], successUrl: null, metadata: {} });
    const media = [{ type: 'image', url: 'https://example.com/a.png' }];
    const metadata = { pages: 120, tags: ['a'], deep: { is: true } };
    const full = { media, metadata, description: '**Good**', successUrl: 'https://example.com/' };
    expect((await run('update-product', { id: product.id, ...full })).product).toMatchObject(full);
    await run('update-status', { id: product.id, status: 'inactive' });
    await run('update-status', { id: product.id, status: 'active' });
    await run('publish-product', { id: product.id });
  });

  it('reads groups', async () => {
    const { go, store } = await open();
    const product = { storeId: store.id, name: 'Plan', billingPeriod: 'yearly', prices };
    const made = await go.act(
      'subscription-product/create-product',
      product,
      GO_ANSWERS.subscriptionProduct,
    );
    const run = (verb: string, body: object) =>
      go.act(`subscription-product-group/${verb}`, body, GO_ANSWERS.group);
    const { group } = await run('create-group', { storeId: store.id, name: 'Plans' });
    const { id } = group;
    const productIds = [made.product.id];
    const updated = await run('update-group', { id, productIds, rules: { sharedTrial: true } });
    expect(updated.group).toMatchObject({ productIds, rules: { sharedTrial: true } });
    expect((await run('publish-group', { id })).group.environment).toBe('prod');
    await run('delete-group', { id });
  });

  it('reads members', async () => {
    const { go, store } = await open();
    const { email } = await makeAccount(test);
    const added = await go.act(
      'store-merchant/add-merchant',
      { storeId: store.id, email, role: 'member' },
      GO_ANSWERS.member,
    );
    const whom = { storeId: store.id, merchantId: added.merchantId };
    await go.act('store-merchant/update-role', { ...whom, role: 'admin' }, GO_ANSWERS.role);
    await go.act('store-merchant/remove-merchant', whom, GO_ANSWERS.removal);
  });

  it('reads tokens, sessions, orders and refund tickets', async () => {
    const sale = await makeSale(test);
    const { merchant, productId } = sale.shop;
    const go = createGoSender(test, merchant);
    const identity = { productId, buyerIdentity: 'user-1' };
    await go.act('auth/issue-session-token', identity, GO_ANSWERS.sessionToken);
    const session = {
      ...{ productId, currency: 'USD', expiresInSeconds: 60, metadata: { ref: '1' } },
      billingDetail: { country: 'US', isBusiness: false, postcode: '10001' },
      priceSnapshot: { amount: '4.20', taxCategory: 'saas' },
    };
    await go.act('checkout/create-session', session, GO_ANSWERS.checkoutSession);
    const { ticket } = await go.act(
      'refund-ticket/create-ticket',
      ticketBody(sale),
      GO_ANSWERS.ticket,
    );
    expect(ticket.versionNumber).toBe(1);
  });

  it('cancels a subscription', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const go = createGoSender(test, club.merchant);
    await go.act('subscription-order/cancel-order', { orderId }, GO_ANSWERS.order);
  });

  it('reads error answers', async () => {
    const { go } = await open();
    const wrong: [string, object][] = [
      ['/v1/actions/store/update-store', { id: 'STO_1' }],
      ['/v1/actions/checkout/create-session', { productId: 5 }],
      ['/v1/actions/nothing/here', {}],
      ['/v1/graphql', { query: '{ stores { nothing } }' }],
      ['/v1/graphql', { query: '{ stores(limit: -1) { id } }' }],
      ['/v1/graphql', { query: '{ stores { storeMerchants { store { id' }],
      ['/v1/graphql', { query: 'mutation { a }' }],
    ];
    for (const [target, body] of wrong) {
      const { errors } = (await go.send(target, body)).body;
      expect(errors.length).toBeGreaterThan(0);
      expect(misfits([NOTICE], errors)).toEqual([]);
    }
  });

  it('reads every event of a shop’s life', async () => {
    const metadata = { pages: 120, signed: true };
    const sale = await makeSale(test);
    await review(sale, (await makeTicket(sale, '5.00')).id, 'approve');
    const club = await makeClub(test, { billingPeriod: 'weekly', metadata });
    const kept = await subscribe(club, { session: { metadata: { ref: '1' } } });
    await callOnOrder(club, 'cancel-order', kept);
    await callOnOrder(club, 'reactivate-order', kept);
    await subscribe(club, { card: FADING_CARD, buyer: 'buyer-2' });
    await advanceDays(club, 40);
    await test.app.worker.runOnce();
    const events = [...(await eventsOf(sale.shop)), ...(await eventsOf(club))];
    const kinds = new Set(events.map(({ eventType }) => eventType));
    for (const kind of ['order.completed', 'refund.succeeded', 'subscription.past_due'])
      expect(kinds).toContain(kind);
    expect(kinds.size).toBeGreaterThan(8);
    expect(events.flatMap((event) => misfits(GO_EVENT, event))).toEqual([]);
  });
});
