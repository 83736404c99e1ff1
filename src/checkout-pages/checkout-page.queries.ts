import { type Queryable, sql } from '../database/database.ts';
import { encodeSessionId, type SessionId } from '../domain/checkout/session-id.ts';
import { encodeId, type Id } from '../kit/id.ts';
import type { CheckoutPage } from './checkout-page.ts';

type Row = Omit<CheckoutPage, 'sessionId' | 'price' | 'payment'> & {
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly orderId: Id<'ORD'> | null;
  readonly orderTotalMinor: bigint | null;
  readonly orderEmail: string | null;
  readonly paidAt: Date | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
};

/** What the page of a live store's session shows, or null when there is no such session. */
export async function findCheckoutPage(
  db: Queryable,
  slug: string,
  sessionId: SessionId,
): Promise<CheckoutPage | null> {
  const [row] = await db.query<Row>(sql`
    select session.status, session.environment, session.expires_at as "expiresAt",
      session.dark_mode as "darkMode", session.language,
      session.payment_methods as "paymentMethods", session.currency,
      session.amount_minor as "amountMinor", session.buyer_email as "buyerEmail",
      session.billing_detail as "billingDetail",
      coalesce(session.success_url, version.success_url) as "successUrl",
      json_build_object('id', store.id, 'name', store.name, 'slug', store.slug,
        'status', store.status, 'logo', store.logo, 'supportEmail', store.support_email,
        'checkoutSettings', store.checkout_settings) as store,
      json_build_object('name', version.name, 'description', version.description,
        'media', version.media, 'billingPeriod', version.billing_period) as product,
      orders.id as "orderId", orders.total_minor as "orderTotalMinor",
      orders.buyer_email as "orderEmail", payment.updated_at as "paidAt",
      payment.card_brand as "cardBrand", payment.card_last4 as "cardLast4"
    from checkout_session session
      join store on store.id = session.store_id and store.deleted_at is null
      join product_version version on version.id = session.product_version_id
      left join orders on orders.checkout_session_id = session.id
      left join payment on payment.order_id = orders.id and payment.status = 'succeeded'
    where session.id = ${sessionId} and store.slug = ${slug}`);
  return row ? toPage(row, sessionId) : null;
}

function toPage(row: Row, sessionId: SessionId): CheckoutPage {
  const { currency, amountMinor, orderId, orderTotalMinor, orderEmail, paidAt, ...rest } = row;
  const { cardBrand, cardLast4, ...page } = rest;
  const paid = orderId !== null && orderTotalMinor !== null && paidAt !== null;
  return {
    ...page,
    sessionId: encodeSessionId(sessionId),
    price: { amountMinor, currency },
    payment: paid
      ? {
          orderId: encodeId('ORD', orderId),
          amount: { amountMinor: orderTotalMinor, currency },
          buyerEmail: orderEmail ?? '',
          paidAt,
          cardBrand,
          cardLast4,
        }
      : null,
  };
}
