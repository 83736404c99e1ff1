import { sql } from '../../src/database/database.ts';
import { MAX_DECLINES } from '../../src/domain/checkout-session/attempts.queries.ts';
import { decodeSessionId } from '../../src/domain/checkout-session/session-id.ts';
import { decodeId, newUuid } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { type ErrorCase, unreachable } from './error-rows.ts';
import { type Environment, post, type Reply } from './merchant.ts';
import {
  BILLING,
  DECLINED_CARD,
  dataOf,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from './selling.ts';
import type { TestApp } from './test-app.ts';

/** Sends a body to the operation that pays. */
export type Submit = (
  shop: Shop,
  body: Readonly<Record<string, unknown>>,
  environment?: Environment,
) => Promise<Reply>;

/** How to trigger each row that all ways of paying share. */
export function payingCases(
  test: TestApp,
  submit: Submit,
  makeShopIn: (environment?: Environment) => Promise<Shop> = (environment) =>
    makeShop(test, {}, environment),
) {
  const send = async (change: Readonly<Record<string, unknown>>) => {
    const shop = await makeShopIn();
    return submit(shop, { ...(await payingBody(test, await makeSession(shop))), ...change });
  };
  const billing = (change: object) => () => send({ billingDetail: { ...BILLING, ...change } });
  return {
    missingSessionId: () => send({ checkoutSessionId: undefined }),
    malformedSessionId: { got: 'cs_1', send: () => send({ checkoutSessionId: 'cs_1' }) },
    missingEmail: () => send({ buyerEmail: ' ' }),
    invalidEmail: () => send({ buyerEmail: 'nobody' }),
    missingBillingDetail: () => send({ billingDetail: null }),
    invalidBillingDetail: () => send({ billingDetail: 'Berlin' }),
    missingCountry: billing({ country: '' }),
    invalidCountry: billing({ country: 'XX' }),
    missingIsBusiness: billing({ isBusiness: 'no' }),
    missingState: billing({ country: 'US' }),
    missingStateOrPostcode: billing({ country: 'CA' }),
    missingBusinessName: billing({ isBusiness: true }),
    missingMethod: () => send({ paymentMethod: undefined }),
    missingToken: () => send({ paymentToken: 5 }),
    sessionNotFound: () => send({ checkoutSessionId: `cs_${crypto.randomUUID()}` }),
    alreadyPaid: async () => {
      const shop = await makeShopIn();
      const sessionId = await makeSession(shop);
      const paid = await payingBody(test, sessionId);
      const page = `/store/${shop.store.slug}/checkout/${sessionId}/pay`;
      dataOf(await post(test.baseUrl, page, JSON.stringify(paid)));
      return submit(shop, await payingBody(test, sessionId));
    },
    tooManyDeclines: async () => {
      const shop = await makeShopIn();
      const sessionId = await makeSession(shop);
      await useUpAttempts(test, sessionId);
      return submit(shop, await payingBody(test, sessionId));
    },
    sessionExpired: async () => {
      const shop = await makeShopIn();
      const sessionId = await makeSession(shop, { expiresInSeconds: 60 });
      test.clock.advance(60_000);
      return submit(shop, await payingBody(test, sessionId));
    },
    storeInactive: async () => {
      const shop = await makeShopIn();
      const body = await payingBody(test, await makeSession(shop));
      const change = { id: shop.store.id, status: 'suspended' };
      await shop.merchant.call('store/update-store', change);
      return submit(shop, body);
    },
    productInactive: async () => {
      const shop = await makeShopIn();
      const body = await payingBody(test, await makeSession(shop));
      await test.database.query(sql`
        update product set test_status = 'inactive' where id = ${decodeId('PROD', shop.productId)}`);
      return submit(shop, body);
    },
    unavailableMethod: { got: 'cash', send: () => send({ paymentMethod: 'cash' }) },
    otherAmount: { got: '9.90 USD', send: () => send({ amountDue: '1.00' }) },
    trialTaken: unreachable('two concurrent orders of one buyer; see trials.test'),
    noProvider: async () => {
      const shop = await makeShopIn('prod');
      await test.database.query(
        sql`update store set prod_enabled = true where slug = ${shop.store.slug}`,
      );
      const sessionId = await makeSession(shop, {}, 'prod');
      return submit(shop, await payingBody(test, sessionId), 'prod');
    },
    charging: async () => {
      const shop = await makeShopIn();
      const sessionId = await makeSession(shop);
      await submit(shop, await payingBody(test, sessionId, DECLINED_CARD));
      await beginCharge(test, sessionId);
      return submit(shop, await payingBody(test, sessionId));
    },
    declined: {
      got: 'card_declined',
      send: async () => {
        const shop = await makeShopIn();
        return submit(shop, await payingBody(test, await makeSession(shop), DECLINED_CARD));
      },
    },
    providerFailed: async () => {
      const shop = await makeShopIn();
      const body = await payingBody(test, await makeSession(shop));
      await test.database.query(sql`alter table sandbox_charge rename to sandbox_charge_away`);
      try {
        return await submit(shop, body);
      } finally {
        await test.database.query(sql`alter table sandbox_charge_away rename to sandbox_charge`);
      }
    },
  } satisfies Record<string, ErrorCase>;
}

/** Leaves a charge in progress for the session's order, as a stopped process would. */
export async function beginCharge(test: TestApp, sessionId: string, leaseMs = 0): Promise<void> {
  const now = test.clock.now();
  const leasedUntil = addMs(now, leaseMs);
  await test.database.query(sql`
    insert into payment (id, store_id, environment, order_id, status, currency, amount_minor,
      method, provider, period_number, leased_until, created_at, updated_at)
    select ${newUuid(now)}::uuid, store_id, environment, id, 'pending', currency, total_minor,
      'card', 'sandbox', case kind when 'subscription' then 1 end, ${leasedUntil}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from orders where checkout_session_id = ${uuidOf(sessionId)}`);
}

/** Sets the count of declined cards. */
export async function useUpAttempts(test: TestApp, sessionId: string): Promise<void> {
  await test.database.query(sql`
    update checkout_session set declines = ${MAX_DECLINES} where id = ${uuidOf(sessionId)}`);
}

/** The UUID in `cs_xxx`. */
export function uuidOf(sessionId: string): string {
  return decodeSessionId(sessionId) ?? '';
}
