import { type Queryable, sql } from '../../database/database.ts';
import { MAX_DECLINES } from '../../domain/checkout-session/attempts.queries.ts';
import { encodeSessionId, type SessionId } from '../../domain/checkout-session/session-id.ts';
import { findPaidForPeriod } from '../../domain/plan-change/paid-for-period.ts';
import { quoteChange } from '../../domain/plan-change/quote.ts';
import type { BillingPeriod } from '../../domain/product/product.ts';
import { findSubscriptions } from '../../domain/subscription/subscription.queries.ts';
import { asRunning, type Subscription } from '../../domain/subscription/subscription.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { plainLine } from '../../kit/text.ts';
import type { PageStore } from '../shared/page-store.ts';
import type { ChangePage, SavedCard } from './change-page.ts';

type Row = Omit<
  ChangePage,
  | 'sessionId'
  | 'store'
  | 'current'
  | 'next'
  | 'originStatus'
  | 'quote'
  | 'saved'
  | 'provider'
  | 'order'
> & {
  readonly originOrderId: Id<'ORD'>;
  readonly amountMinor: bigint;
  readonly changeAmountMinor: bigint | null;
  readonly changeCreditMinor: bigint | null;
  readonly productName: string;
  readonly billingPeriod: BillingPeriod;
  readonly orderId: Id<'ORD'> | null;
  readonly orderStatus: string | null;
  readonly charging: boolean;
} & SavedCard;

/** The data of a plan change's page in the store, or null if there is no such session. */
export async function findChangePage(
  db: Queryable,
  store: PageStore,
  sessionId: SessionId,
  now: Date,
): Promise<ChangePage | null> {
  const [row] = await db.query<Row>(sql`
    select session.status, session.environment, session.expires_at as "expiresAt",
      session.dark_mode as "darkMode", session.language,
      session.payment_methods as "paymentMethods", session.currency,
      session.amount_minor as "amountMinor", session.change_timing as timing,
      session.change_amount_minor as "changeAmountMinor",
      session.change_credit_minor as "changeCreditMinor",
      session.origin_order_id as "originOrderId",
      coalesce(session.success_url, version.success_url) as "successUrl",
      version.name as "productName", version.billing_period as "billingPeriod",
      orders.id as "orderId", orders.status as "orderStatus",
      exists (select from payment where payment.store_id = ${store.id}
        and payment.order_id = orders.id and payment.status = 'pending') as charging,
      session.declines >= ${MAX_DECLINES} as "isClosed",
      coalesce(kept.card_brand, paid.card_brand) as brand,
      coalesce(kept.card_last4, paid.card_last4) as last4
    from checkout_session session
      join product_version version on version.store_id = session.store_id
        and version.id = session.product_version_id
      join subscription kept on kept.store_id = session.store_id
        and kept.order_id = session.origin_order_id
      left join orders on orders.store_id = session.store_id
        and orders.checkout_session_id = session.id
      left join lateral (select * from payment where payment.store_id = ${store.id}
        and payment.order_id = session.origin_order_id
        and payment.status = 'succeeded' order by paid_at desc limit 1) paid on true
    where session.store_id = ${store.id} and session.id = ${sessionId}`);
  if (!row) return null;
  const [origin] = await findSubscriptions(db, store.id, [row.originOrderId], now);
  if (!origin) return null;
  return toPage(row, store, sessionId, origin, await findPaidForPeriod(db, origin));
}

function toPage(
  row: Row,
  store: PageStore,
  sessionId: SessionId,
  origin: Subscription,
  paidMinor: bigint,
): ChangePage {
  const { originOrderId: _, orderId, orderStatus, charging, brand, last4, ...others } = row;
  const { amountMinor, changeAmountMinor, changeCreditMinor, ...page } = others;
  const { currency } = origin;
  const terms = { ...page, amountMinor, changeAmountMinor, changeCreditMinor };
  return {
    ...{ ...page, store, sessionId: encodeSessionId(sessionId), provider: origin.provider },
    current: {
      name: plainLine(origin.productName),
      price: { amountMinor: origin.totalMinor, currency },
      billingPeriod: origin.billingPeriod,
    },
    next: {
      name: plainLine(page.productName),
      price: { amountMinor, currency },
      billingPeriod: page.billingPeriod,
    },
    originStatus: origin.orderStatus,
    quote: origin.periodNumber === null ? null : quoteChange(terms, asRunning(origin), paidMinor),
    saved: origin.savedMethod ? { brand, last4 } : null,
    order: orderId && { id: encodeId('ORD', orderId), status: orderStatus ?? '', charging },
  };
}
