import {
  type Answer,
  type Client,
  type Environment,
  type Merchant,
  makeMerchant,
} from './client.ts';

/** Test data for rows: two merchants, a shop of the first, and ways to create more. */
export interface World {
  readonly client: Client;
  readonly merchant: Merchant;
  /** A merchant without any role on the first one's store. */
  readonly stranger: Merchant;
  readonly store: { readonly id: string; readonly slug: string };
  /** A one-time product of the store. */
  readonly productId: string;
  /** A subscription product of the store. */
  readonly planId: string;
  /** A signed call of the first merchant. */
  call(action: string, body: unknown): Promise<Answer>;
  readonly make: Makers;
}

/** Each returns what it created, or throws with the answer. */
export interface Makers {
  store(owner?: Merchant): Promise<{ readonly id: string; readonly slug: string }>;
  product(storeId?: string, environment?: Environment): Promise<string>;
  plan(storeId?: string): Promise<string>;
  group(body?: Readonly<Record<string, unknown>>): Promise<string>;
  session(productId?: string): Promise<{ readonly id: string; readonly url: string }>;
  /** Pays a new session as a visitor would. */
  order(productId: string): Promise<string>;
  token(buyerIdentity: string): Promise<string>;
}

export const PRICES = { USD: { amount: '9.90', taxIncluded: true, taxCategory: 'ebook' } };
/** Well-formed ids that don't exist: new ones of the same time. */
export function unknown(prefix: 'STO' | 'PROD' | 'ORD', { store }: World): string {
  const [, digits = ''] = store.id.split('_');
  const end = digits.endsWith('0000') ? '1111' : '0000';
  return `${prefix}_${digits.slice(0, -4)}${end}`;
}
export const UNKNOWN_GROUP = '0198c0de-0000-7000-8000-000000000000';
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvc: '123' };
const BUYER = {
  buyerEmail: 'buyer@example.com',
  billingDetail: { country: 'DE', isBusiness: false },
  paymentMethod: 'card',
};

export async function makeWorld(client: Client): Promise<World> {
  const merchant = await makeMerchant(client);
  const stranger = await makeMerchant(client);
  const call = (action: string, body: unknown) => client.call(merchant, action, body);
  const make = makersOf(client, merchant, () => store.id);
  const store = await make.store();
  const productId = await make.product();
  const planId = await make.plan();
  return { client, merchant, stranger, store, productId, planId, call, make };
}

function makersOf(client: Client, merchant: Merchant, storeId: () => string): Makers {
  const made = async (action: string, body: unknown, environment: Environment = 'test') =>
    dataOf(await client.call(merchant, action, body, { environment }));
  let number = 0;
  const newName = (what: string) => {
    number += 1;
    return `${what} ${number}`;
  };
  const makers: Makers = {
    async store(owner = merchant) {
      const answer = await client.call(owner, 'store/create-store', { name: newName('Store') });
      return dataOf(answer).store;
    },
    async product(store = storeId(), environment = 'test') {
      const body = { storeId: store, name: newName('Book'), prices: PRICES };
      return (await made('onetime-product/create-product', body, environment)).product.id;
    },
    async plan(store = storeId()) {
      const body = {
        storeId: store,
        name: newName('Plan'),
        billingPeriod: 'monthly',
        prices: PRICES,
      };
      return (await made('subscription-product/create-product', body)).product.id;
    },
    async group(body = {}) {
      const given = { storeId: storeId(), name: newName('Group'), ...body };
      return (await made('subscription-product-group/create-group', given)).group.id;
    },
    async session(productId) {
      const body = { productId, currency: 'USD' };
      const data = await made('checkout/create-session', body);
      return { id: data.sessionId, url: data.checkoutUrl };
    },
    async order(productId) {
      const { url } = await makers.session(productId);
      const { token } = dataOf(await client.post('/sandbox/tokens', CARD));
      const path = `${new URL(url).pathname}/pay`;
      return dataOf(await client.post(path, { ...BUYER, paymentToken: token })).orderId;
    },
    async token(buyerIdentity) {
      const body = { storeId: storeId(), buyerIdentity };
      return (await made('auth/issue-session-token', body)).token;
    },
  };
  return makers;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are judged
function dataOf({ status, body }: Answer): any {
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}
