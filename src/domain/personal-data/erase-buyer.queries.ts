import { type Queryable, raw, type Sql, sql } from '../../database/database.ts';
import { isAbout } from '../../events/about.ts';
import { newSecretUuid } from '../../kit/id.ts';
import { type Buyer, ofSessions, partsOf } from './buyer.queries.ts';

/** Replaces erased addresses: one address that belongs to no one, the same in all rows. */
export interface Replacement {
  readonly email: string;
  readonly identity: string;
}

/**
 * Removes what identifies the buyer from their rows. Amounts, times, states, country and the
 * provider's references stay: the books must balance, and taxes must be declared. This folder may
 * write to other folders' tables, because an erasure covers all of them in one transaction.
 */
export async function eraseBuyerRows(
  db: Queryable,
  buyer: Buyer,
  orderIds: readonly string[],
  { email, identity }: Replacement,
): Promise<void> {
  const { ofOrders, ofOrder, ofPayment, ofTicket } = partsOf(buyer, orderIds);
  const statements: readonly Sql[] = [
    sql`update checkout_session set buyer_email = null, metadata = '{}', metadata_written = null,
        billing_detail = case when billing_detail is not null then ${taxPlace()} end
      where ${ofSessions(buyer, orderIds)}`,
    sql`update orders set buyer_email = ${email}, metadata = '{}', metadata_written = null, billing_detail = ${taxPlace()},
        buyer_identity = case when buyer_identity is not null then ${identity} end
      where ${ofOrders}`,
    sql`update payment set card_last4 = null, card_exp_month = null, card_exp_year = null
      where ${ofOrder}`,
    sql`update subscription set saved_method = null, refused_method = null, card_last4 = null,
        card_exp_month = null, card_exp_year = null where ${ofOrder}`,
    sql`update trial_use set buyer = 'erased:' || md5(${newSecretUuid()} || buyer)
      where ${ofOrder}`,
    sql`update refund_ticket_version set reason = 'Erased', review_note = null
      where ${ofTicket}`,
    sql`update refund_ticket set metadata = '{}', metadata_written = null,
        submitter_identity = case when submitter_identity is not null then ${identity} end
      where ${ofPayment}`,
    sql`delete from note where store_id = ${buyer.storeId}
        and (${ofOrder} or email = ${buyer.email})`,
    sql`delete from portal_link where store_id = ${buyer.storeId} and email = ${buyer.email}`,
    sql`delete from portal_session where store_id = ${buyer.storeId}
        and (proven_email = ${buyer.email} or buyer_identity = ${buyer.identity})`,
  ];
  for (const statement of statements) await db.query(statement);
}

/** The parts of a billing address that determine taxes, and are kept. */
export const TAX_PLACE = ['country', 'state', 'isBusiness'];

/** A cluster accepts immutable functions only, which `jsonb_build_object` isn't. */
function taxPlace(): Sql {
  const place = TAX_PLACE.reduce(
    (rest, name) =>
      `jsonb_set(${rest}, '{${name}}', coalesce(billing_detail -> '${name}', 'null'))`,
    `'{}'::jsonb`,
  );
  return raw(`jsonb_strip_nulls(${place})`);
}

/** The ids of the orders, their payments and refunds, as events and mails refer to them. */
export async function listSubjects(
  db: Queryable,
  buyer: Buyer,
  orderIds: readonly string[],
): Promise<string[]> {
  const { ofOrders, ofOrder, ofPayment } = partsOf(buyer, orderIds);
  const rows = await db.query<{ subject: string }>(sql`
    select short_id('ORD', id) as subject from orders where ${ofOrders}
    union all select short_id('PAY', id) from payment where ${ofOrder}
    union all select short_id('REF', id) from refund where ${ofPayment}`);
  return rows.map(({ subject }) => subject);
}

/**
 * Mails to the buyer or about them; unsent ones are never sent. Mails have no index by subject, so
 * each one's is cut out of its event ID and looked up once.
 */
export async function eraseMails(
  db: Queryable,
  { storeId, email }: Buyer,
  subjects: readonly string[],
  { email: replacement }: Replacement,
): Promise<void> {
  await db.query(sql`
    update email_delivery set body_text = null, content = null, sealed_code = null,
      to_address = case when recipient_type = 'buyer' then ${replacement} else to_address end,
      error_message = null, status = case when status = 'pending' then 'failed' else status end
    where store_id = ${storeId}
      and (split_part(event_id, '-', 1) = any(${subjects}::text[])
        or (recipient_type = 'buyer' and lower(to_address) = ${email}))`);
}

export interface EventBody {
  readonly id: string;
  readonly body: string;
}

/** The events about the subjects. */
export function listEventBodies(
  db: Queryable,
  { storeId }: Buyer,
  subjects: readonly string[],
): Promise<EventBody[]> {
  return db.query<EventBody>(sql`
    select event.id, event.body from unnest(${subjects}::text[]) as subject (id)
    join event on event.store_id = ${storeId}
      and ${raw(isAbout('event.event_id', 'subject.id'))}`);
}

/** Replaces an event's body, and deletes what receivers answered to the old one. */
export async function replaceEventBody(
  db: Queryable,
  { storeId }: Buyer,
  { id, body }: EventBody,
): Promise<void> {
  await db.query(sql`
    with attempts as (
      update webhook_attempt set response_body = null from webhook_delivery delivery
      where delivery.store_id = ${storeId} and delivery.event_id = ${id}
        and webhook_attempt.store_id = ${storeId} and webhook_attempt.delivery_id = delivery.id
    ), deliveries as (
      update webhook_delivery set response_body = null
      where store_id = ${storeId} and event_id = ${id}
    )
    update event set body = ${body} where store_id = ${storeId} and id = ${id}`);
}
