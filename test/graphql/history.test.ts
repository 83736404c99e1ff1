import { beforeAll, expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { makeSale, makeTicket, review, type Sale } from '../support/refunding.ts';
import {
  callAsBuyer,
  DECLINED_CARD,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';
import { type Ask, askAsBuyer, askAsMerchant } from './asking.ts';

const test = useTestApp();
const made = {} as { sale: Sale; ask: Ask };
// biome-ignore lint/suspicious/noExplicitAny: data is read as JSON
const dataFrom = async (reply: ReturnType<Ask>): Promise<any> => (await reply).body.data;

const HISTORY = `events { type deliveries { status } } emails { eventType toAddress }
  auditEntries { action merchantEmail }`;

beforeAll(async () => {
  const shop = await makeShop(test);
  const { merchant, store } = shop;
  await makeWebhook(merchant, store.id, 'http://127.0.0.1:9/');
  const sale = await makeSale(test, {}, shop);
  // Another sale to the same buyer: none of it belongs to the first.
  await makeSale(test, {}, shop);
  const ticket = await makeTicket(sale, '4');
  await review(sale, ticket.id, 'approve');
  await test.app.worker.runOnce();
  await merchant.call('receipt/send-receipt', { paymentId: sale.paymentId });
  await merchant.call('portal/send-link', { orderId: sale.orderId });
  Object.assign(made, { sale, ask: askAsMerchant(test, merchant) });
});

it('shows an order’s history: events, mails to its buyer, actions of members', async () => {
  const { sale, ask } = made;
  const query = `{ onetimeOrder(id: "${sale.orderId}") { ${HISTORY} } }`;
  const { onetimeOrder } = await dataFrom(ask(query));
  const { email } = sale.shop.merchant;
  expect(onetimeOrder).toEqual({
    events: [
      { type: 'refund.succeeded', deliveries: [] },
      { type: 'order.completed', deliveries: [{ status: expect.any(String) }] },
    ],
    emails: expect.arrayContaining(
      ['portal.sent_link', 'payment.receipt', 'refund.succeeded', 'order.completed'].map(
        (eventType) => ({ eventType, toAddress: 'buyer@example.com' }),
      ),
    ),
    auditEntries: ['portal/send-link', 'receipt/send-receipt', 'refund-ticket/review-ticket'].map(
      (action) => ({ action, merchantEmail: email }),
    ),
  });
  expect(onetimeOrder.emails).toHaveLength(4);
});

it('shows a payment’s own history, and all periods of a subscription', async () => {
  const { sale, ask } = made;
  const { payment } = await dataFrom(ask(`{ payment(id: "${sale.paymentId}") { ${HISTORY} } }`));
  expect(payment.events).toHaveLength(2);
  expect(payment.emails).toHaveLength(3);
  expect(payment.auditEntries).toHaveLength(2);
  const club = await makeClub(test);
  const orderId = await subscribe(club);
  await advanceDays(club, 32);
  const query = `{ subscriptionOrder(id: "${orderId}") { ${HISTORY} } }`;
  const { subscriptionOrder } = await dataFrom(askAsMerchant(test, club.merchant)(query));
  expect(subscriptionOrder.events.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['subscription.renewed', 'subscription.activated']),
  );
});

it('shows actions of members to owner and admins, and no history to buyers', async () => {
  const { shop, orderId } = made.sale;
  const member = await makeMember(test, shop.merchant, shop.store.id, 'member');
  const query = `{ onetimeOrder(id: "${orderId}") { auditEntries { action } events { type } } }`;
  const { onetimeOrder } = await dataFrom(askAsMerchant(test, member)(query));
  expect(onetimeOrder.auditEntries).toEqual([]);
  expect(onetimeOrder.events).toHaveLength(2);
  const asBuyer = askAsBuyer(test, await makeBuyerToken(shop));
  for (const field of ['events', 'emails', 'auditEntries', 'notes']) {
    const reply = await asBuyer(`{ onetimeOrder(id: "${orderId}") { ${field} { id } } }`);
    expect(reply.status, field).toBe(403);
  }
});

it('shows a product’s sales before and after its days are rolled up', async () => {
  const { shop } = made.sale;
  const query = `{ onetimeProduct(id: "${shop.productId}") {
    sold { currency orderCount totalAmount refundedAmount netAmount } auditEntries { action } } }`;
  const expected = {
    onetimeProduct: {
      sold: [
        {
          currency: 'USD',
          orderCount: 2,
          totalAmount: '19.80',
          refundedAmount: '4.00',
          netAmount: '15.80',
        },
      ],
      auditEntries: [{ action: 'onetime-product/create-product' }],
    },
  };
  expect(await dataFrom(made.ask(query))).toEqual(expected);
  while ((await test.app.worker.runOnce()) > 0);
  expect(await dataFrom(made.ask(query))).toEqual(expected);
});

it('shows a customer’s countries and mails', async () => {
  const { shop } = made.sale;
  const query = `{ customers(storeId: "${shop.store.id}") {
    billingCountries emails(limit: 100) { toAddress } } }`;
  const [customer] = (await dataFrom(made.ask(query))).customers;
  expect(customer.billingCountries).toEqual(['DE']);
  expect(customer.emails).toHaveLength(5);
});

it('says when a payment succeeded, and nothing for one that failed', async () => {
  const { shop } = made.sale;
  const token = await makeBuyerToken(shop);
  const body = await payingBody(test, await makeSession(shop), DECLINED_CARD);
  expect((await callAsBuyer(test, token, 'onetime-order/create-order', body)).status).toBe(400);
  const query = `{ payments(storeId: "${shop.store.id}") { status createdAt paidAt } }`;
  const { payments } = await dataFrom(made.ask(query));
  const [failed, ...others] = payments;
  expect(failed).toMatchObject({ status: 'failed', paidAt: null });
  expect(others.length).toBeGreaterThan(0);
  for (const { status, createdAt, paidAt } of others) {
    expect(status).toBe('succeeded');
    expect(Date.parse(paidAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  }
});
