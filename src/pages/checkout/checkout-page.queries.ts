import { type Queryable, sql } from '../../database/database.ts';
import { MAX_DECLINES } from '../../domain/checkout-session/attempts.queries.ts';
import { isDeactivated } from '../../domain/checkout-session/checkout-session.queries.ts';
import { encodeSessionId, type SessionId } from '../../domain/checkout-session/session-id.ts';
import type { StoredPrice } from '../../domain/product/prices.ts';
import { offeredTrial } from '../../domain/subscription/begin-subscription.ts';
import { storeTime } from '../../domain/test-clock/store-time.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { plainLine } from '../../kit/text.ts';
import type { PageStore } from '../shared/page-store.ts';
import type { CheckoutPage } from './checkout-page.ts';

type Row = Omit<CheckoutPage, 'sessionId' | 'store' | 'price' | 'payment' | 'trial'> & {
  readonly currency: string;
  readonly withTrial: boolean | null;
  readonly productMetadata: Readonly<Record<string, unknown>>;
  readonly listPrice: StoredPrice | null;
  readonly amountMinor: bigint;
  readonly orderId: Id<'ORD'> | null;
  readonly paidMinor: bigint | null;
  readonly orderEmail: string | null;
  readonly paidAt: Date | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
};

/** The data of a session's page in the store, or null if there is no such session. */
export async function findCheckoutPage(
  db: Queryable,
  store: PageStore,
  sessionId: SessionId,
  now: Date,
): Promise<CheckoutPage | null> {
  const [row] = await db.query<Row>(sql`
    select session.status, session.environment,
      ${storeTime(sql`session.store_id`, sql`session.environment`, now)} as "storeNow", session.expires_at as "expiresAt",
      session.dark_mode as "darkMode", session.language,
      session.payment_methods as "paymentMethods", session.currency,
      session.amount_minor as "amountMinor", session.buyer_email as "buyerEmail",
      session.billing_detail as "billingDetail",
      coalesce(session.success_url, version.success_url) as "successUrl",
      json_build_object('id', short_id('PROD', session.product_id), 'name', version.name, 'description', version.description,
        'media', version.media, 'billingPeriod', version.billing_period) as product,
      session.with_trial as "withTrial", version.metadata as "productMetadata",
      version.prices -> session.currency as "listPrice",
      orders.id as "orderId", case when period.outcome = 'free_trial' then 0
        else payment.amount_minor end as "paidMinor",
      orders.buyer_email as "orderEmail",
      coalesce(period.starts_at, payment.paid_at) as "paidAt",
      exists (select from payment charge where charge.store_id = ${store.id}
        and charge.order_id = orders.id and charge.status = 'pending') as "isCharging",
      session.declines >= ${MAX_DECLINES} as "isClosed", ${isDeactivated} as "isDeactivated",
      payment.card_brand as "cardBrand", payment.card_last4 as "cardLast4"
    from checkout_session session
      join product on product.store_id = session.store_id and product.id = session.product_id
      join product_version version on version.store_id = session.store_id
        and version.id = session.product_version_id
      left join orders on orders.store_id = session.store_id
        and orders.checkout_session_id = session.id
      left join lateral (select * from subscription_period
        where store_id = ${store.id} and order_id = orders.id
        order by period_number limit 1) period on true
      left join lateral (select * from payment where payment.store_id = ${store.id}
        and payment.order_id = orders.id
        and payment.status = 'succeeded' and period.outcome is distinct from 'free_trial'
        order by period_number limit 1) payment on true
    where session.store_id = ${store.id} and session.id = ${sessionId}
      and session.origin_order_id is null`);
  return row ? toPage(row, store, sessionId) : null;
}

function toPage(row: Row, store: PageStore, sessionId: SessionId): CheckoutPage {
  const { currency, amountMinor, orderId, paidMinor, orderEmail, paidAt, ...others } = row;
  const { cardBrand, cardLast4, withTrial, productMetadata, listPrice, ...page } = others;
  const paid = orderId !== null && paidMinor !== null && paidAt !== null;
  const offer = { withTrial, productMetadata, price: listPrice, amountMinor };
  return {
    ...page,
    product: { ...page.product, name: plainLine(page.product.name) },
    store,
    sessionId: encodeSessionId(sessionId),
    price: { amountMinor, currency },
    trial: page.product.billingPeriod === null ? null : offeredTrial(offer),
    payment: paid
      ? {
          orderId: encodeId('ORD', orderId),
          amount: { amountMinor: BigInt(paidMinor), currency },
          buyerEmail: orderEmail ?? '',
          paidAt,
          cardBrand,
          cardLast4,
        }
      : null,
  };
}
