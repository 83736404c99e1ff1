import type { Environment, Merchant } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { EventType } from '../../events/event-types.ts';
import type { DeliveryStatus } from '../../events/webhook-delivery.states.ts';
import type { Id } from '../../kit/id.ts';
import { roleIn, type StoreRole } from '../store/store.queries.ts';

export interface DeliveryRow {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  /** Null once the webhook was removed. */
  readonly webhookId: string | null;
  readonly environment: Environment;
  readonly eventType: EventType;
  /** The entity's id (docs/contract/events.md#types). */
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
  { merchantId, storeIds }: Merchant,
): Promise<DeliveryAccess[]> {
  return db.query(sql`
    select ${columns}, ${roleIn(sql`event.environment`)},
      coalesce(webhook.disabled_at is not null, false) as "webhookIsDisabled"
    from webhook_delivery delivery
      join event on event.store_id = delivery.store_id and event.id = delivery.event_id
      join store on store.id = delivery.store_id
      join usable_membership member on member.store_id = store.id
      left join webhook
        on webhook.store_id = delivery.store_id and webhook.id = delivery.webhook_id
    where ${isOfStores('delivery.store_id', storeIds)} and delivery.id = ${id}
      and member.merchant_id = ${merchantId}
      and store.deleted_at is null`);
}

export interface AttemptRow {
  readonly id: string;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
}

/** A delivery's latest attempts, newest first. */
export function listAttemptsOf(
  db: Queryable,
  { id, storeId }: Pick<DeliveryRow, 'id' | 'storeId'>,
  most: number,
): Promise<AttemptRow[]> {
  return db.query(sql`
    select id, attempted_at as "attemptedAt", duration_ms as "durationMs",
      http_status as "httpStatus", response_body as "responseBody", failure
    from webhook_attempt where store_id = ${storeId} and delivery_id = ${id}
    order by attempted_at desc, id desc limit ${most}`);
}
