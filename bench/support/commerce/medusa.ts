import { type HttpConnection, openConnection } from '../http-connection.ts';
import { PRODUCT } from '../shop.ts';
import { askJson, type Calls, LISTED } from './calls.ts';

export const MEDUSA_USER = { USER_EMAIL: 'bench@example.com', USER_PASSWORD: 'a long password' };

const FIELDS = 'id,title,description,status,*variants.calculated_price';
const PROVIDER = 'pp_system_default';

export interface MedusaShop {
  readonly admin: Readonly<Record<string, string>>;
  readonly buyer: Readonly<Record<string, string>>;
  readonly channelId: string;
  readonly regionId: string;
  readonly variantId: string;
}

export async function openMedusaShop(port: number): Promise<MedusaShop> {
  const to = await openConnection(port);
  const login = { email: MEDUSA_USER.USER_EMAIL, password: MEDUSA_USER.USER_PASSWORD };
  const { data: session } = await askJson(to, '/auth/user/emailpass', { body: login });
  const admin = { authorization: `Bearer ${session.token}` };
  const make = async (what: string, body: unknown) =>
    (await askJson(to, `/admin/${what}`, { headers: admin, body })).data;
  const { sales_channel: channel } = await make('sales-channels', { name: 'Bench' });
  const place = { countries: ['mx'], payment_providers: [PROVIDER], automatic_taxes: false };
  const { region } = await make('regions', { name: 'Bench', currency_code: 'usd', ...place });
  const { api_key: key } = await make('api-keys', { title: 'Bench', type: 'publishable' });
  await make(`api-keys/${key.id}/sales-channels`, { add: [channel.id] });
  const known = { admin, channelId: channel.id, regionId: region.id, variantId: '' };
  const shop = { ...known, buyer: { 'x-publishable-api-key': key.token } };
  let variantId = '';
  for (let count = 0; count < LISTED; count += 1) {
    variantId = (await createProduct(to, shop, count)).variants[0].id;
  }
  to.close();
  return { ...shop, variantId };
}

async function createProduct(to: HttpConnection, shop: MedusaShop, number: number) {
  const prices = Object.entries(PRODUCT.prices).map(([currency, { amount }]) => ({
    ...{ currency_code: currency.toLowerCase(), amount: Number(amount) },
  }));
  const variant = { title: 'One', options: { Kind: 'One' }, manage_inventory: false, prices };
  const body = {
    ...{ title: `Product ${number}`, description: PRODUCT.description, status: 'published' },
    ...{ metadata: PRODUCT.metadata, options: [{ title: 'Kind', values: ['One'] }] },
    ...{ variants: [variant], sales_channels: [{ id: shop.channelId }] },
  };
  const { data } = await askJson(to, '/admin/products', { headers: shop.admin, body });
  return data.product;
}

export const medusaCalls: Calls<MedusaShop> = {
  create: async (to, shop, number) => void (await createProduct(to, shop, number)),
  list: async (to, { buyer: headers, regionId }) => {
    const path = `/store/products?limit=${LISTED}&region_id=${regionId}&fields=${FIELDS}`;
    const { data } = await askJson(to, path, { method: 'GET', headers });
    const priced = data.products.filter(
      // biome-ignore lint/suspicious/noExplicitAny: Medusa's answer
      ({ variants }: any) => variants[0].calculated_price.calculated_amount > 0,
    );
    if (priced.length !== LISTED) throw new Error('The list lacks products or prices');
  },
  order: async (to, { buyer: headers, regionId, variantId }, number) => {
    const ask = async (path: string, body: unknown) =>
      (await askJson(to, `/store/${path}`, { headers, body })).data;
    const items = [{ variant_id: variantId, quantity: 1 }];
    // Two carts that create the same customer at the same time fail.
    const begun = { region_id: regionId, email: `buyer-${number}@example.com`, items };
    const { cart } = await ask('carts', begun);
    const { payment_collection: payment } = await ask('payment-collections', { cart_id: cart.id });
    const provider = { provider_id: PROVIDER };
    await ask(`payment-collections/${payment.id}/payment-sessions`, provider);
    const ended = await ask(`carts/${cart.id}/complete`, {});
    if (ended.type !== 'order') throw new Error("The cart didn't become an order");
  },
};
