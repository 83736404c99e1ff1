import type { ServiceProcess } from '../../support/service-process.ts';
import {
  ATTACKER,
  type AttackersShop,
  BYSTANDER,
  call,
  callSigned,
  type Target,
} from './target.ts';

/** Products of the attacker's store, each with as much text as possible. */
const PRODUCTS = 40;
/** The attacker's other stores, and products of each. */
const OTHER_STORES = 3;
const OTHER_PRODUCTS = 20;
const DESCRIPTION = 'я'.repeat(10_000);
const METADATA = { text: 'x'.repeat(16_000) };

/** The bystander, a merchant with their own account, and the attacker with another. */
export async function settle({
  baseUrl,
  pid,
}: ServiceProcess): Promise<{ target: Target; cookie: string }> {
  const bystander = await openAccount(baseUrl, BYSTANDER, 'bystander');
  const attacker = await openAccount(baseUrl, ATTACKER, 'attacker');
  const { cookie, merchantId } = bystander;
  const shop = { ...attacker, storeId: '', slug: '', slugs: [], productId: '', checkoutPath: '' };
  const target = { baseUrl, pid, merchantId, shop };
  return { target: { ...target, shop: await openShop(target) }, cookie };
}

async function openAccount(baseUrl: string, address: string, name: string) {
  const email = `${name}-${process.pid}-${Date.now()}@merchant.example`;
  const account = JSON.stringify({ email, password: 'a long password', name });
  const signedUp = await call({ baseUrl }, address, 'merchant/sign-up', account);
  if (signedUp.status !== 200 || signedUp.cookie === null) throw new Error(signedUp.text);
  const { cookie } = signedUp;
  const key = JSON.stringify({ environment: 'test', nickname: name });
  const made = await call({ baseUrl }, address, 'api-key/create-key', key, { cookie });
  if (made.status !== 200) throw new Error(made.text);
  const merchantId: string = JSON.parse(signedUp.text).data.merchant.id;
  return {
    cookie,
    merchantId,
    privateKey: JSON.parse(made.text).data.privateKey as string,
  };
}

async function openShop(target: Target): Promise<AttackersShop> {
  const act = async (path: string, body: object) => {
    const { status, text } = await callSigned(target, `/v1/actions/${path}`, JSON.stringify(body));
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return JSON.parse(text).data;
  };
  const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
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
  const { store, productId } = await openStore(PRODUCTS);
  const slugs: string[] = [store.slug];
  while (slugs.length <= OTHER_STORES) slugs.push((await openStore(OTHER_PRODUCTS)).store.slug);
  const session = { storeId: store.id, productId, productType: 'onetime', currency: 'USD' };
  const { checkoutUrl } = await act('checkout/create-session', session);
  const checkoutPath = new URL(checkoutUrl).pathname;
  return { ...target.shop, storeId: store.id, slug: store.slug, slugs, productId, checkoutPath };
}
