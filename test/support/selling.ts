import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { createSandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { createSecrets } from '../../src/secrets.ts';
import {
  type CallOptions,
  type Environment,
  makeMerchant,
  makeStore,
  post,
  type Reply,
  type TestMerchant,
} from './merchant.ts';
import { TEST_SECRET_KEY, type TestApp } from './test-app.ts';

export const APPROVED_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';
const TOKEN_LIFE_MS = 300_000;
export const BILLING = { country: 'DE', isBusiness: false };

/** A merchant with a store that sells one product. */
export interface Shop {
  readonly test: TestApp;
  readonly merchant: TestMerchant;
  readonly store: { readonly id: string; readonly slug: string };
  /** `PROD_xxx`. */
  readonly productId: string;
}

/** A shop whose product costs 9.90 USD, 1000 JPY and 30 KWD by default. */
export async function makeShop(
  test: TestApp,
  product: Readonly<Record<string, unknown>> = {},
  environment: Environment = 'test',
): Promise<Shop> {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  const body = { storeId: store.id, name: 'An e-book', prices: PRICES, ...product };
  const reply = await merchant.call('onetime-product/create-product', body, { environment });
  return { test, merchant, store, productId: dataOf(reply).product.id };
}

const PRICES = {
  USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' },
  JPY: { amount: '1000', taxIncluded: true, taxCategory: 'ebook' },
  KWD: { amount: '30.000', taxIncluded: true, taxCategory: 'ebook' },
};

/** A checkout session for the shop's product; returns `cs_xxx`. */
export async function makeSession(
  shop: Shop,
  body: Readonly<Record<string, unknown>> = {},
  environment: Environment = 'test',
): Promise<string> {
  const { merchant, productId } = shop;
  const given = { productId, currency: 'USD', ...body };
  const reply = await merchant.call('checkout/create-session', given, { environment });
  return dataOf(reply).sessionId;
}

/** A session token of the shop's store, as issue-session-token would sign it. */
export function makeBuyerToken(
  { test, store }: Shop,
  buyerIdentity = 'buyer-1',
  environment: Environment = 'test',
): Promise<string> {
  const storeId = decodeId('STO', store.id) as string;
  const now = test.clock.now();
  const claims = { storeId, buyerIdentity, environment };
  return createSecrets(TEST_SECRET_KEY).signToken(claims, now, addMs(now, TOKEN_LIFE_MS));
}

/** A payment token for a test card. */
export async function makeCardToken(test: TestApp, number = APPROVED_CARD): Promise<string> {
  const card = { number, expMonth: 12, expYear: test.clock.now().getUTCFullYear() + 1 };
  const made = await createSandboxProvider(test.database).tokenize(card, test.clock.now());
  if (!made) throw new Error('No such test card');
  return made.token;
}

/** Calls an action with a buyer's session token. */
export function callAsBuyer(
  test: TestApp,
  token: string,
  path: string,
  body: unknown,
  { environment = 'test', headers = {} }: CallOptions = {},
): Promise<Reply> {
  const credential = { authorization: `Bearer ${token}`, 'x-environment': environment };
  return post(test.baseUrl, `/v1/actions/${path}`, JSON.stringify(body), {
    ...credential,
    ...headers,
  });
}

/** Calls an action as a visitor of the store. */
export function callAsVisitor(
  test: TestApp,
  slug: string,
  path: string,
  body: unknown,
  { environment = 'test', headers = {} }: CallOptions = {},
): Promise<Reply> {
  const credential = { 'x-store-slug': slug, 'x-environment': environment };
  return post(test.baseUrl, `/v1/actions/${path}`, JSON.stringify(body), {
    ...credential,
    ...headers,
  });
}

/** What a buyer sends to pay the session with a new token of the card. */
export async function payingBody(test: TestApp, sessionId: string, card = APPROVED_CARD) {
  return {
    checkoutSessionId: sessionId,
    buyerEmail: 'buyer@example.com',
    billingDetail: BILLING,
    paymentMethod: 'card',
    paymentToken: await makeCardToken(test, card),
  };
}

/** Pays a new session of the shop; returns `ORD_xxx`. */
export async function makeOrder(shop: Shop, buyerIdentity = 'buyer-1'): Promise<string> {
  const token = await makeBuyerToken(shop, buyerIdentity);
  const body = await payingBody(shop.test, await makeSession(shop));
  return dataOf(await callAsBuyer(shop.test, token, 'onetime-order/create-order', body)).orderId;
}

/** The answer's data. Throws if the call was refused. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
export function dataOf(reply: Reply): any {
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return reply.body.data;
}

/** The bodies of the events of the shop's store, oldest first. */
export async function eventsOf({ test, store }: Shop) {
  const rows = await test.database.query<{ body: string }>(sql`
    select event.body from event join store on store.id = event.store_id
    where store.slug = ${store.slug} order by event.id`);
  return rows.map((row) => JSON.parse(row.body));
}
