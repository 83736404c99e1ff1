import type { ServiceProcess } from '../../support/service-process.ts';
import {
  APPROVED_CARD,
  type Offer,
  type ProductType,
  paymentWith,
  sessionFor,
  takeToken,
} from './paying.ts';
import {
  type Answer,
  ATTACKER,
  type AttackersShop,
  BYSTANDER,
  call,
  callSigned,
  GRAPHQL,
  send,
  type Target,
} from './target.ts';

/** Products of the attacker's store, each with as much text as possible. */
const PRODUCTS = 40;
/** The attacker's other stores, and products of each. */
const OTHER_STORES = 3;
const OTHER_PRODUCTS = 20;
/** Stores with a subscription and a test clock to move: as many as the limits allow. */
const CLOCK_STORES = 16;
const DESCRIPTION = 'я'.repeat(10_000);
const METADATA = { text: 'x'.repeat(16_000) };

/** A merchant who keeps working. */
export interface Bystander {
  /** Name and value of the dashboard's session cookie. */
  readonly cookie: string;
  readonly storeId: string;
}

/** The bystander, with their own account, and the attacker with another. */
export async function settle({
  baseUrl,
  pid,
}: ServiceProcess): Promise<{ target: Target; bystander: Bystander }> {
  const bystander = await openAccount(baseUrl, BYSTANDER, 'bystander');
  const attacker = await openAccount(baseUrl, ATTACKER, 'attacker');
  const { cookie, merchantId } = bystander;
  const paths = { checkoutPath: '', receiptPath: '', buyerCookie: '' };
  const nothing = { storeId: '', slug: '', slugs: [], clubIds: [], productId: '' };
  const shop = { ...attacker, ...paths, ...nothing };
  const target = { baseUrl, pid, merchantId, shop };
  const name = JSON.stringify({ name: 'A store that keeps working' });
  const opened = await call({ baseUrl }, BYSTANDER, 'store/create-store', name, { cookie });
  const storeId: string = dataOf(opened).store.id;
  return { target: { ...target, shop: await openShop(target) }, bystander: { cookie, storeId } };
}

async function openAccount(baseUrl: string, address: string, name: string) {
  const email = `${name}-${process.pid}-${Date.now()}@merchant.example`;
  const account = JSON.stringify({ email, password: 'a long password', name });
  const signedUp = await call({ baseUrl }, address, 'merchant/sign-up', account);
  const merchantId: string = dataOf(signedUp).merchant.id;
  const { cookie } = signedUp;
  if (cookie === null) throw new Error(signedUp.text);
  const key = JSON.stringify({ environment: 'test', nickname: name });
  const made = await call({ baseUrl }, address, 'api-key/create-key', key, { cookie });
  return { cookie, merchantId, privateKey: dataOf(made).privateKey as string };
}

async function openShop(target: Target): Promise<AttackersShop> {
  const act = (path: string, body: object) => actSigned(target, path, JSON.stringify(body));
  const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
  // One for all: tokens are limited per network, but a test card's can be reused.
  const { token: card } = dataOf(await takeToken(target, APPROVED_CARD));
  const openStore = async (products: number) => {
    const { store } = await act('store/create-store', { name: 'Full of text' });
    let productId = '';
    for (let count = 0; count < products; count += 1) {
      const { product } = await act('onetime-product/create-product', {
        ...{ storeId: store.id, name: `Text ${count}`, prices },
        ...{ description: DESCRIPTION, metadata: METADATA },
      });
      productId = product.id;
    }
    return { store, productId };
  };
  const openClub = async (): Promise<string> => {
    const { store } = await act('store/create-store', { name: 'With a subscription' });
    const { product } = await act('subscription-product/create-product', {
      ...{ storeId: store.id, name: 'A plan', prices, billingPeriod: 'weekly' },
    });
    const plan = { storeId: store.id, productId: product.id };
    await pay(target, plan, 'subscription', 'a buyer', card);
    return store.id;
  };
  const { store, productId } = await openStore(PRODUCTS);
  const slugs: string[] = [store.slug];
  while (slugs.length <= OTHER_STORES) slugs.push((await openStore(OTHER_PRODUCTS)).store.slug);
  const clubIds: string[] = [];
  while (clubIds.length < CLOCK_STORES) clubIds.push(await openClub());
  const session = sessionFor({ storeId: store.id, productId });
  const { checkoutUrl } = await actSigned(target, 'checkout/create-session', session);
  const checkoutPath = new URL(checkoutUrl).pathname;
  const paths = { slug: store.slug, slugs, clubIds, checkoutPath };
  const shop = { storeId: store.id, productId, ...paths };
  return { ...target.shop, ...shop, ...(await buy(target, shop, card)) };
}

/** Makes a signed call and returns its data. */
const actSigned = async (target: Target, path: string, body: string) =>
  dataOf(await callSigned(target, `/v1/actions/${path}`, body));

/** The attacker buys from their own store and enters its portal. */
async function buy(
  target: Target,
  { storeId, slug, productId }: Pick<AttackersShop, 'storeId' | 'slug' | 'productId'>,
  card: string,
): Promise<Pick<AttackersShop, 'receiptPath' | 'buyerCookie'>> {
  const token = await pay(target, { storeId, productId }, 'onetime', 'the attacker', card);
  const query = `{ payments(storeId: "${storeId}", limit: 1) { id } }`;
  const { payments } = dataOf(await callSigned(target, GRAPHQL, JSON.stringify({ query })));
  const portal = `/store/${slug}/portal`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const entered = await send(target, ATTACKER, `${portal}/enter`, `token=${token}`, form);
  if (entered.cookie === null) throw new Error(entered.text);
  const receiptPath = `${portal}/receipts/${payments[0].id}/pdf`;
  // The first one starts the thread that makes them, with its fonts.
  const { status } = await send(target, ATTACKER, receiptPath, null, { cookie: entered.cookie });
  if (status !== 200) throw new Error(`The receipt was answered with ${status}`);
  return { receiptPath, buyerCookie: entered.cookie };
}

/** A buyer pays for a product; returns their session token. */
async function pay(
  target: Target,
  offer: Offer,
  type: ProductType,
  buyerIdentity: string,
  card: string,
): Promise<string> {
  const identity = JSON.stringify({ storeId: offer.storeId, buyerIdentity });
  const { token } = await actSigned(target, 'auth/issue-session-token', identity);
  const session = sessionFor(offer, type);
  const { sessionId } = await actSigned(target, 'checkout/create-session', session);
  const body = JSON.stringify({ checkoutSessionId: sessionId, ...paymentWith(card) });
  const buyer = { authorization: `Bearer ${token}`, 'x-environment': 'test' };
  dataOf(await call(target, ATTACKER, `${type}-order/create-order`, body, buyer));
  return token;
}

/** The answer's data. Throws if the call was refused. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
function dataOf({ status, text }: Answer): any {
  if (status !== 200) throw new Error(text);
  return JSON.parse(text).data;
}
