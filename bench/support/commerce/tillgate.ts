import { callOnce, signedRequest } from '../merchant.ts';
import { createSeller, fromBase64 } from '../sale.ts';
import type { SellingShop } from '../sell-load.ts';
import type { Selling } from '../selling.ts';
import { PRODUCT, productRequests } from '../shop.ts';
import { type Calls, LISTED } from './calls.ts';

const LIST = `{ onetimeProducts(limit: ${LISTED}) { id name description status
  prices { currency priceInfo { amount taxCategory } } } }`;

export interface TillgateShop {
  readonly selling: SellingShop;
  /** Signed, in base64. */
  readonly productRequests: readonly string[];
  readonly listRequest: string;
}

/** Creates products for the list; then returns the shop, each time with current signatures. */
export async function openTillgateShop(selling: Selling): Promise<() => TillgateShop> {
  const { service, merchant, store } = selling;
  for (let count = 0; count < LISTED; count += 1) {
    const body = { storeId: store.id, ...PRODUCT, name: `Product ${count}` };
    await callOnce(service, merchant, 'onetime-product/create-product', body);
  }
  return () => ({
    selling: selling.shop(),
    productRequests: productRequests(merchant, store).map((one) => one.toString('base64')),
    listRequest: signedRequest(merchant, 'graphql', { query: LIST }, '/v1/').toString('base64'),
  });
}

/** The shop's calls; signed requests are decoded once. */
export function tillgateCalls(shop: TillgateShop): Calls<TillgateShop> {
  const seller = createSeller(shop.selling);
  const products = fromBase64(shop.productRequests);
  const list = Buffer.from(shop.listRequest, 'base64');
  return {
    create: async (to, _shop, number) => {
      const { status } = await to.ask(products[number % products.length] as Buffer);
      if (status !== 200) throw new Error(`No product: ${status}`);
    },
    list: async (to) => {
      const { body } = await to.ask(list);
      const { data } = JSON.parse(body);
      if (!data) throw new Error(body);
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      const priced = data.onetimeProducts.filter(({ prices }: any) => prices.length > 0);
      if (priced.length !== LISTED) throw new Error('The list lacks products or prices');
    },
    order: async (to) => void (await seller.pay(to, await seller.prepare(to))),
  };
}
