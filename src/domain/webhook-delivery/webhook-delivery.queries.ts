import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { EventType } from '../../events/event-types.ts';
import type { Id } from '../../kit/id.ts';
import type { StoreRole } from '../store/store.queries.ts';
import type { DeliveryStatus } from './webhook-delivery.states.ts';

export interface DeliveryRow {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  /** Null once the webhook was removed. */
  readonly webhookId: string | null;
  readonly environment: Environment;
  readonly eventType: EventType;
  /** The entity's id (Specification 6.2). */
  readonly eventId: string;
  readonly status: DeliveryStatus;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly attemptCount: number;
  readonly lastAttemptedAt: Date | null;
  readonly createdAt: Date;
}

export interface DeliveryAccess extends DeliveryRow {
  readonly role: StoreRole;
  readonly webhookIsDisabled: boolean;
}

const columns = sql`delivery.id, delivery.store_id as "storeId",
  delivery.webhook_id as "webhookId", event.environment, event.type as "eventType",
  event.event_id as "eventId", delivery.status, delivery.http_status as "httpStatus",
  delivery.failure, delivery.attempt_count as "attemptCount",
  delivery.last_attempted_at as "lastAttemptedAt", delivery.created_at as "createdAt"`;

/** A delivery of a live store, with the merchant's role on it. */
export function findDelivery(
  db: Queryable,
  id: string,
  merchantId: Id<'MER'>,
): Promise<DeliveryAccess[]> {
  return db.query(sql`
    select ${columns}, member.role,
      coalesce(webhook.disabled_at is not null, false) as "webhookIsDisabled"
    from webhook_delivery delivery
      join event on event.id = delivery.event_id
      join store on store.id = delivery.store_id
      join store_merchant member on member.store_id = store.id
      left join webhook on webhook.id = delivery.webhook_id
    where delivery.id = ${id} and member.merchant_id = ${merchantId}
      and store.deleted_at is null`);
}

/** Makes a delivery due at once, whatever became of it so far. */
export function requeueDelivery(db: Queryable, id: string, now: Date): Promise<DeliveryRow[]> {
  return db.query(sql`
    update webhook_delivery delivery set status = 'pending',
      due_at = case when delivery.status = 'pending' then least(due_at, ${now}) else ${now} end
    from event
    where delivery.id = ${id} and event.id = delivery.event_id
      and delivery.webhook_id is not null
    returning ${columns}`);
}

/** Which deliveries to send again. */
export interface DeliverySpan {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  readonly status: DeliveryStatus;
  /** Null: of all webhooks. */
  readonly webhookId: string | null;
}

/**
 * Makes up to `most` deliveries due at once, those of removed and disabled webhooks left out; gives
 * their number. Nobody waits for one that is locked: that one is being worked on.
 */
export async function requeueDeliveries(
  db: Queryable,
  { storeId, environment, from, to, status, webhookId }: DeliverySpan,
  most: number,
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with chosen as (
      select delivery.id from webhook_delivery delivery
        join event on event.id = delivery.event_id
        join webhook on webhook.id = delivery.webhook_id
      where delivery.store_id = ${storeId} and event.environment = ${environment}
        and delivery.created_at >= ${from} and delivery.created_at < ${to}
        and delivery.status = ${status} and webhook.disabled_at is null
        and (${webhookId}::uuid is null or webhook.id = ${webhookId}::uuid)
      limit ${most} for update of delivery skip locked
    ), requeued as (
      update webhook_delivery delivery set status = 'pending', due_at = ${now}::timestamptz
      from chosen where delivery.id = chosen.id
      returning 1
    )
    select count(*)::int as count from requeued`);
  return row?.count ?? 0;
}

export interface AttemptRow {
  readonly id: string;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
}

/** The latest attempts at a delivery, newest first. */
export function listAttemptsOf(
  db: Queryable,
  deliveryId: string,
  most: number,
): Promise<AttemptRow[]> {
  return db.query(sql`
    select id, attempted_at as "attemptedAt", duration_ms as "durationMs",
      http_status as "httpStatus", response_body as "responseBody", failure
    from webhook_attempt where delivery_id = ${deliveryId}
    order by attempted_at desc, id desc limit ${most}`);
}
