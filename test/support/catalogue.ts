import type { Id } from '../../src/kit/id.ts';
import { decodeId, encodeId, newId } from '../../src/kit/id.ts';
import type { ErrorCase } from './error-rows.ts';
import {
  type Environment,
  makeMerchant,
  makeStore,
  type Reply,
  type TestMerchant,
} from './merchant.ts';
import type { TestApp } from './test-app.ts';

type Fields = Readonly<Record<string, unknown>>;
export type Kind = 'onetime' | 'subscription';

/** A merchant with an empty store. */
export interface Owner {
  readonly merchant: TestMerchant;
  /** `STO_xxx`. */
  readonly storeId: string;
}

export async function makeOwner(test: TestApp): Promise<Owner> {
  const merchant = await makeMerchant(test);
  return { merchant, storeId: (await makeStore(merchant)).id };
}

/** A body that creates a product of the kind. */
export function productBody(storeId: string, kind: Kind): Fields {
  const prices = { USD: { amount: '9.90', taxCategory: 'saas' } };
  const billing = kind === 'subscription' ? { billingPeriod: 'monthly' } : {};
  return { storeId, name: 'A product', prices, ...billing };
}

/** Creates a product through the service; returns its view. */
export async function makeProduct(
  { merchant, storeId }: Owner,
  kind: Kind,
  fields: Fields = {},
  environment: Environment = 'test',
) {
  const body = { ...productBody(storeId, kind), ...fields };
  const reply = await merchant.call(`${kind}-product/create-product`, body, { environment });
  return viewIn(reply, 'product');
}

/** Creates a group through the service; returns its view. */
export async function makeGroup(
  { merchant, storeId }: Owner,
  fields: Fields = {},
  environment: Environment = 'test',
) {
  const body = { storeId, name: 'A group', ...fields };
  const path = 'subscription-product-group/create-group';
  return viewIn(await merchant.call(path, body, { environment }), 'group');
}

/** The object in a successful answer. Throws the answer if it is an error. */
export function viewIn(reply: Reply, noun: string) {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body.data[noun];
}

/** A Short ID that doesn't exist. */
export function unusedId(test: TestApp, prefix: 'STO' | 'PROD'): string {
  return encodeId(prefix, newId(prefix, test.clock.now()));
}

/** The UUID of a Short ID returned by the service. */
export function uuidOf<P extends 'STO' | 'PROD' | 'ORD' | 'PAY'>(
  prefix: P,
  shortId: string,
): Id<P> {
  return decodeId(prefix, shortId) as Id<P>;
}

/** Deletes the store, which must have no active products. */
export async function deleteStore({ merchant, storeId }: Owner): Promise<void> {
  viewIn(await merchant.call('store/delete-store', { id: storeId }), 'store');
}

/** Removes the product from an answer's message, leaving the row's text. */
export function withoutProduct(reply: Reply, id: string): Reply {
  const [error] = reply.body.errors;
  if (!error.message.includes(` ${id} `)) throw new Error(`No ${id} in ${error.message}`);
  error.message = error.message.replace(id, '');
  return reply;
}

const price = { amount: '9.90', taxCategory: 'saas' };

/** Cases for the rows about a product's content; `send` puts the fields into a valid body. */
export function contentCases(send: (fields: Fields) => Promise<Reply>) {
  const sendPrice = (changed: Fields) => send({ prices: { USD: { ...price, ...changed } } });
  const keys = Array.from({ length: 51 }, (_, index) => [`key${index}`, index]);
  return {
    missingName: () => send({ name: '  ' }),
    noPrices: () => send({ prices: {} }),
    invalidCurrency: () => send({ prices: { XTS: price } }),
    invalidAmount: () => sendPrice({ amount: '0' }),
    longName: () => send({ name: 'x'.repeat(65) }),
    controlName: () => send({ name: 'a\u0007b' }),
    longDescription: () => send({ description: 'x'.repeat(10_001) }),
    invalidTaxCategory: () => sendPrice({ taxCategory: 'toys' }),
    tooManyMedia: () =>
      send({ media: Array(21).fill({ type: 'image', url: 'https://example.com/a.png' }) }),
    invalidSuccessUrl: () => send({ successUrl: 'javascript:alert(1)' }),
    tooManyKeys: () => send({ metadata: Object.fromEntries(keys) }),
    longKey: () => send({ metadata: { ['k'.repeat(65)]: 1 } }),
    largeMetadata: () => send({ metadata: { key: 'x'.repeat(16 * 1024) } }),
  } satisfies Record<string, ErrorCase>;
}

/** Cases for the rows about trials. */
export function trialCases(send: (fields: Fields) => Promise<Reply>) {
  const prices = { USD: { ...price, trialAmount: '1.00' } };
  return {
    invalidTrialDays: () => send({ metadata: { trialDays: 366 } }),
    invalidTrialAmount: () => send({ prices, metadata: { plan: 'pro' } }),
  } satisfies Record<string, ErrorCase>;
}
