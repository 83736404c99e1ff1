import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook, type WebhookEvent } from '@waffo/pancake-nextjs';
import {
  createCheckoutAction,
  createCustomerSessionAction,
  createCustomerTokenAction,
  createMerchantQueryAction,
} from '@waffo/pancake-nextjs/server';
import type { GraphQLResponse } from '@waffo/pancake-ts';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../src/events/event-types.ts';
import { makeMember } from '../support/changing.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { closeReceivers, type Received, startReceiver } from '../support/receiver.ts';
import { makeSale, review } from '../support/refunding.ts';
import { eventsOf, makeShop, type Shop } from '../support/selling.ts';
import { addPlan, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../support/webhook.ts';

/** The published package itself: its server actions, its hooks' queries, its webhook handler. */
const test = useTestApp();
closeReceivers();
const modules = join(import.meta.dirname, '../../node_modules');
const code = readFileSync(join(modules, '@waffo/pancake-nextjs/dist/index.js'), 'utf8');
const queries = new Map(
  [...code.matchAll(/var (\w+_QUERY) = `([^`]+)`/g)].map(([, name, query]) => [name, query]),
);
/** The query behind the sales hook. */
const SALES = 'MERCHANT_SALES_QUERY';

const configOf = ({ merchant }: Pick<Shop, 'merchant'>) => ({
  merchantId: merchant.shortId,
  privateKey: merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  baseUrl: test.baseUrl,
  environment: 'test' as const,
});

describe('the server actions of the Next.js package', () => {
  it('open checkouts', async () => {
    const shop = await makeShop(test);
    const checkout = createCheckoutAction(configOf(shop));
    const params = { productId: shop.productId, currency: 'USD' };
    const page = `${test.config.PUBLIC_URL}/store/${shop.store.slug}/checkout/`;
    const anonymous = await checkout(params, { idempotencyKey: 'cart-1' });
    expect(anonymous.checkoutUrl).toBe(page + anonymous.sessionId);
    expect(await checkout(params, { idempotencyKey: 'cart-1' })).toEqual(anonymous);
    const known = await checkout({ type: 'authenticated', ...params, buyerIdentity: 'user-1' });
    expect(known.checkoutUrl).toMatch(/#token=/);
  });

  it('change plans', async () => {
    const { club, pro, orderId } = await makeMember(test);
    const checkout = createCheckoutAction(configOf(club));
    const params = { productId: pro, currency: 'USD', originOrderId: orderId };
    const session = await checkout({ type: 'planChange', ...params });
    const page = `${test.config.PUBLIC_URL}/store/${club.store.slug}/change/`;
    expect(session.checkoutUrl).toBe(page + session.sessionId);
    const known = await checkout({
      ...{ type: 'authenticatedPlanChange', ...params },
      buyerIdentity: 'buyer-1',
    });
    expect(known.checkoutUrl).toContain('/change/');
  });

  it('serve a customer: cancel, reactivate, request a refund and resubmit it', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const customer = await customerOf(club);
    const state = (status: string) => ({ orderId, status });
    expect(await customer('cancelSubscription', { orderId })).toEqual(state('canceling'));
    expect(await customer('reactivateSubscription', { orderId })).toEqual(state('active'));
    const sale = await makeSale(test);
    const buyer = await customerOf(sale.shop);
    const { paymentId } = sale;
    const refund = {
      ...{ paymentId, reason: 'Not as described' },
      requestedAmount: { amount: '9.90', currency: 'USD' },
    };
    const made = (await buyer('createRefundTicket', refund)) as { ticket: { id: string } };
    const ticketId = made.ticket.id;
    await review(sale, ticketId, 'reject', 'Opened already');
    const again = await buyer('resubmitRefundTicket', { ...refund, ticketId });
    expect(again).toMatchObject({ ticket: { id: ticketId, versionNumber: 2 } });
  });
});

describe('the queries of the Next.js hooks', () => {
  it('exist', () => {
    expect(queries.size).toBe(6);
  });

  it.each([...queries])('%s is answered', async (name, query) => {
    const sale = await makeSale(test);
    const { shop } = sale;
    await subscribe(await clubIn(shop));
    const { data, errors } = await ask(shop, String(name), String(query));
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toMatch(/"id":"(ORD|PAY)_|refundTickets|revenueByPeriod/);
  });

  it('show sales by month', async () => {
    const { shop } = await makeSale(test);
    const { data } = await ask(shop, SALES, String(queries.get(SALES)));
    const [paid] = await eventsOf(shop);
    const period = paid.timestamp.slice(0, 7);
    expect(data).toMatchObject({
      orderStatistics: { totalCount: 1 },
      paymentStatistics: { totalSucceededAmount: '9.90', totalSucceededCurrency: 'USD' },
      customerAnalysis: { totalCustomers: 1 },
      trendAnalysis: { revenueByPeriod: [{ period, amount: '9.90' }] },
    });
  });
});

describe('the webhook handler of the Next.js package', () => {
  it('accepts every event and calls the handler for its type', async () => {
    const handled: string[] = [];
    const seen: string[] = [];
    const { storeId, status } = await listen(async (publicKey) => {
      const note = async ({ eventType }: WebhookEvent) => void handled.push(eventType);
      const handlers = Object.fromEntries(HANDLED.map((type) => [handlerOf(type), note]));
      const onPayload = async ({ eventType }: WebhookEvent) => void seen.push(eventType);
      return Webhook({ verifyOptions: { publicKey }, onPayload, ...handlers });
    });
    for (const type of EVENT_TYPES) await emit(test, storeId, type);
    await test.app.worker.runOnce();
    expect(handled.sort()).toEqual([...HANDLED].sort());
    expect(seen.sort()).toEqual([...EVENT_TYPES].sort());
    expect(await status()).toEqual(EVENT_TYPES.map(() => [200, 'success']));
  });

  it('refuses events signed with another key, and reports when its handler failed', async () => {
    const wrong = await listen(async (_, prod) => Webhook({ verifyOptions: { publicKey: prod } }));
    await emit(test, wrong.storeId);
    const failing = await listen(async (publicKey) =>
      Webhook({
        verifyOptions: { publicKey },
        onOrderCompleted: () => Promise.reject(new Error('no')),
      }),
    );
    await emit(test, failing.storeId);
    await test.app.worker.runOnce();
    expect(await wrong.status()).toEqual([[401, 'pending']]);
    expect(await failing.status()).toEqual([[500, 'pending']]);
  });
});

/** Events that the package has no handler for, except the one for all. */
const UNHANDLED: readonly EventType[] = ['subscription.updated', 'payment.fraud_warned'];
const HANDLED = EVENT_TYPES.filter((type) => !UNHANDLED.includes(type));

/** For example `onSubscriptionPlanChanged` for `subscription.plan_changed`. */
function handlerOf(type: EventType): string {
  const words = type.split(/[._]/);
  return `on${words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')}`;
}

/** A store whose webhook is the handler, behind a real server. */
async function listen(
  make: (test: string, prod: string) => Promise<(request: Request) => Promise<Response>>,
) {
  const published = await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
  const keys = (await published.json()) as { readonly test: string; readonly prod: string };
  const handle = await make(keys.test, keys.prod);
  const receiver = await startReceiver(async (response, { headers, body, path }: Received) => {
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const request = new Request(`http://shop.example.com${path}`, {
      ...{ method: 'POST', headers: given as [string, string][], body },
    });
    const answer = await handle(request);
    response.writeHead(answer.status).end(await answer.text());
  });
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  await makeWebhook(merchant, storeId, receiver.url, { events: [...EVENT_TYPES] });
  const status = async () =>
    (await readDeliveries(test, storeId)).map(({ httpStatus, status }) => [httpStatus, status]);
  return { storeId, status };
}

/** The customer's side: a token issued through the package, then its session action. */
async function customerOf(shop: Shop) {
  const config = configOf(shop);
  const given = { storeId: shop.store.id, buyerIdentity: 'buyer-1' };
  const { token } = await createCustomerTokenAction(config)(given);
  const act = createCustomerSessionAction(config);
  type Kind = Parameters<typeof act>[1];
  return (kind: Kind, params: unknown) => act(token, kind, params);
}

async function ask(shop: Shop, name: string, query: string): Promise<GraphQLResponse> {
  if (name.startsWith('CUSTOMER_')) {
    const customer = await customerOf(shop);
    return (await customer('query', { query })) as GraphQLResponse;
  }
  const variables = { storeId: shop.store.id, ...(query.includes('$limit') ? { limit: 20 } : {}) };
  return createMerchantQueryAction(configOf(shop))({ query, variables });
}

async function clubIn(shop: Shop): Promise<Shop> {
  return { ...shop, productId: await addPlan(shop) };
}
