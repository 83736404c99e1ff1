import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { type CallOptions, post, type Reply } from './merchant.ts';
import { dataOf, makeCardToken, type Shop } from './selling.ts';
import { addPlan, makeClub, type SubscriptionState, stateOf, subscribe } from './subscribing.ts';
import type { TestApp } from './test-app.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A club with a second plan at twice the price, and a buyer on the first plan. */
export interface Member {
  readonly club: Shop;
  /** `PROD_xxx` of the plan at 19.80 USD a month. */
  readonly pro: string;
  /** `ORD_xxx` of the subscription at 9.90 USD a month. */
  readonly orderId: string;
}

export async function makeMember(test: TestApp, product: Fields = {}): Promise<Member> {
  const club = await makeClub(test, product);
  const pro = await addPriced(club, '19.80', { name: 'Pro' });
  return { club, pro, orderId: await subscribe(club) };
}

/** Another plan of the club at a price in USD. */
export function addPriced(club: Shop, amount: string, more: Fields = {}): Promise<string> {
  return addPlan(club, { prices: { USD: { amount, taxCategory: 'saas' } }, ...more });
}

/** Requests a session that changes the subscription, with the merchant's key. */
export function tryChange(
  { club, pro, orderId }: Member,
  body: Fields = {},
  options: CallOptions = {},
): Promise<Reply> {
  const given = { productId: pro, originOrderId: orderId, currency: 'USD', ...body };
  return club.merchant.call('checkout/create-session', given, options);
}

/** Like `tryChange`; returns `cs_xxx`. Throws if it was refused. */
export async function makeChange(member: Member, body: Fields = {}): Promise<string> {
  return dataOf(await tryChange(member, body)).sessionId;
}

/** Confirms a change as its page's script would. */
export function confirm(
  { test, store }: Shop,
  sessionId: string,
  body: Fields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const path = `/store/${store.slug}/change/${sessionId}/confirm`;
  return post(test.baseUrl, path, JSON.stringify(body), headers);
}

/** Creates and confirms a change; returns `ORD_xxx` of the new order. */
export async function changePlan(member: Member, body: Fields = {}): Promise<string> {
  const sessionId = await makeChange(member, body);
  return dataOf(await confirm(member.club, sessionId)).orderId;
}

/** A card as submitted with a confirmation. */
export async function otherCard(test: TestApp, number?: string) {
  return { paymentMethod: 'card', paymentToken: await makeCardToken(test, number) };
}

export function previewOf({ merchant }: Shop, sessionId: string): Promise<Reply> {
  return merchant.call('checkout/preview-change', { checkoutSessionId: sessionId });
}

/** Amounts in minor units of an order's successful charges, oldest first. */
export async function chargesOf({ test }: Shop, orderId: string): Promise<number[]> {
  const rows = await test.database.query<{ minor: number }>(sql`
    select amount_minor::integer as minor from payment
    where order_id = ${decodeId('ORD', orderId)} and status = 'succeeded' order by paid_at, id`);
  return rows.map(({ minor }) => minor);
}

/** The links between an order and its predecessor. */
export async function linksOf({ test }: Shop, orderId: string) {
  const [row] = await test.database.query<Record<string, Id<'ORD'> | null>>(sql`
    select change_origin_order_id as origin, superseded_by_order_id as successor,
      scheduled_order_id as scheduled
    from orders join subscription
      on subscription.store_id = orders.store_id and order_id = orders.id
    where orders.id = ${decodeId('ORD', orderId)}`);
  const entries = Object.entries(row ?? {}).map(([name, id]) => [name, id && encodeId('ORD', id)]);
  return Object.fromEntries(entries) as Record<'origin' | 'successor' | 'scheduled', string | null>;
}

/** The states of the two orders of a change. */
export async function statesOf(club: Shop, ...orderIds: string[]): Promise<string[]> {
  const states: SubscriptionState[] = [];
  for (const orderId of orderIds) states.push(await stateOf(club, orderId));
  return states.map(({ status }) => status);
}
