import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { post, type Reply } from './merchant.ts';
import { BILLING, dataOf, makeSession, makeShop, type Shop } from './selling.ts';
import { type StripeMock, settingsFor, signEvent } from './stripe-mock/stripe-mock.ts';
import type { TestApp } from './test-app.ts';

/**
 * The settings of a service whose production charges go through the mock, which may start later.
 */
export function stripeSettings(mock: Pick<StripeMock, 'url'>): Readonly<Record<string, string>> {
  const ours = { PROVIDER_PROD: 'stripe', KYB_AUTO_APPROVE: 'true' } as const;
  return Object.defineProperties(
    { ...ours },
    Object.getOwnPropertyDescriptors(settingsFor(mock)),
  ) as Readonly<Record<string, string>>;
}

/** Pays a production session on its hosted page, as the page's script does. */
export function payOnPage(shop: Shop, sessionId: string, paymentToken: string): Promise<Reply> {
  const body = {
    ...{ buyerEmail: 'ada@example.com', billingDetail: BILLING },
    ...{ paymentMethod: 'card', paymentToken },
  };
  const path = `/store/${shop.store.slug}/checkout/${sessionId}/pay`;
  return post(shop.test.baseUrl, path, JSON.stringify(body), {});
}

export interface Sold {
  readonly shop: Shop;
  /** The order's, in the answer. */
  readonly status: string;
  readonly intentId: string;
}

/** A sale of a new shop, paid on its hosted page. */
export async function sellAtStripe(
  test: TestApp,
  mock: StripeMock,
  paymentToken = 'pm_card_visa',
): Promise<Sold> {
  const shop = await makeShop(test, {}, 'prod');
  const sessionId = await makeSession(shop, {}, 'prod');
  const { status } = dataOf(await payOnPage(shop, sessionId, paymentToken));
  const [intent] = await intentsOf(shop, mock);
  return { shop, status, intentId: intent?.id ?? '' };
}

/** Sends an event to the service as Stripe does, signed with the current time by default. */
export function callBack(
  test: TestApp,
  event: object,
  signing: { readonly at?: Date; readonly secret?: string } = {},
): Promise<Reply> {
  const { payload, headers } = signEvent(event, { at: test.clock.now(), ...signing });
  return post(test.baseUrl, '/callbacks/stripe', payload, headers);
}

/** The intents of the shop's payments. */
export async function intentsOf({ test, store }: Shop, mock: StripeMock) {
  const payments = await test.database.query<{ id: string }>(sql`
    select id from payment where store_id = ${decodeId('STO', store.id)}`);
  const own = new Set(payments.map(({ id }) => id));
  return [...mock.books.intents.values()].filter(({ metadata }) =>
    own.has(metadata.tillgate_payment ?? ''),
  );
}

/** States of the shop's orders and payments, oldest first. */
export async function statesOf({ test, store }: Shop) {
  return test.database.query<{ order: string; payment: string; reason: string | null }>(sql`
    select orders.status as "order", payment.status as payment, failure_reason as reason
    from orders left join payment
      on payment.store_id = orders.store_id and payment.order_id = orders.id
    where orders.store_id = ${decodeId('STO', store.id)} order by payment.id`);
}
