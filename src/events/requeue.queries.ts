import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import { DAY_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';
import type { WebhookKey } from './replay.queries.ts';
import type { DeliveryStatus } from './webhook-delivery.states.ts';

/**
 * Makes a delivery due immediately, whatever its outcome so far. During an attempt, it is marked by
 * becoming due when its lease ends; `recordAttempts` then makes it due when the attempt has ended.
 * Returns no row if its webhook is gone.
 */
export function requeueDelivery(
  db: Queryable,
  storeId: Id<'STO'>,
  id: string,
  now: Date,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    update webhook_delivery set status = 'pending',
      due_at = case when status <> 'pending' then ${now}
        else coalesce(leased_until, least(due_at, ${now})) end
    where store_id = ${storeId} and id = ${id} and webhook_id is not null
    returning id`);
}

/** Counts a delivery as attempted once: it stays a retry, and the schedule's later ones follow. */
const ATTEMPTED_ONCE = sql`least(attempt_count, 1)`;

/** Which deliveries to send again. */
export interface DeliverySpan {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  readonly status: DeliveryStatus;
  /** Null for all webhooks. */
  readonly webhookId: string | null;
}

/**
 * Makes deliveries due as first retries, except those of removed and disabled webhooks; returns
 * their number. Changes nothing if there are more than `most`. Locked deliveries are skipped:
 * another transaction is working on them.
 */
export async function requeueDeliveries(
  db: Queryable,
  { storeId, environment, from, to, status, webhookId }: DeliverySpan,
  most: number,
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with chosen as materialized (
      select delivery.id from webhook_delivery delivery
        join webhook on webhook.store_id = delivery.store_id and webhook.id = delivery.webhook_id
      where delivery.store_id = ${storeId} and webhook.environment = ${environment}
        and delivery.created_at >= ${from} and delivery.created_at < ${to}
        and delivery.status = ${status} and webhook.disabled_at is null
        and (${webhookId}::uuid is null or webhook.id = ${webhookId}::uuid)
      limit ${most + 1} for update of delivery skip locked
    ), requeued as (
      update webhook_delivery set status = 'pending', due_at = ${now}::timestamptz,
        attempt_count = ${ATTEMPTED_ONCE}
      where store_id = ${storeId} and id = any(array(select id from chosen))
        and (select count(*) from chosen) <= ${most}
    )
    select count(*)::int as count from chosen`);
  return row?.count ?? 0;
}

/** Milliseconds that a delivery may have waited for its first attempt when an outage began. */
const MAX_WAIT_MS = DAY_MS;

/**
 * Makes a webhook's first `most` deliveries due as first retries that have failed permanently since
 * the given time, except samples and what it no longer subscribes to. Returns their number and when
 * the last of them was recorded. Locked deliveries are skipped, as in `requeueDeliveries`.
 */
export async function requeueFailedDeliveries(
  db: Queryable,
  { id, storeId }: WebhookKey,
  since: Date,
  most: number,
  now: Date,
): Promise<{ readonly count: number; readonly last: Date | null }> {
  const rows = await db.query<{ count: number; last: Date | null }>(sql`
    with chosen as materialized (
      select delivery.id, delivery.created_at from webhook_delivery delivery
        join webhook on webhook.store_id = delivery.store_id and webhook.id = delivery.webhook_id
        join event on event.store_id = delivery.store_id and event.id = delivery.event_id
      where delivery.store_id = ${storeId} and webhook.id = ${id} and delivery.status = 'failed'
        and delivery.last_attempted_at >= ${since}
        and delivery.created_at >= ${addMs(since, -MAX_WAIT_MS)}
        and event.type = any(webhook.events) and not event.sample
      order by delivery.created_at, delivery.id limit ${most} for update of delivery skip locked
    ), requeued as (
      update webhook_delivery set status = 'pending', due_at = ${now}::timestamptz,
        attempt_count = ${ATTEMPTED_ONCE}
      where store_id = ${storeId} and id = any(array(select id from chosen))
    )
    select count(*)::int as count, max(created_at) as last from chosen`);
  return rows[0] as { count: number; last: Date | null };
}

/** Fails pending deliveries of a webhook, or with null of all removed webhooks of the store. */
export async function failPendingDeliveries(
  db: Queryable,
  storeId: Id<'STO'>,
  webhookId: string | null,
): Promise<void> {
  const ofWebhook = webhookId === null ? sql`is null` : sql`= ${webhookId}`;
  await db.query(sql`
    update webhook_delivery
    set status = 'failed', failure = 'Webhook was removed', leased_until = null
    where store_id = ${storeId} and status = 'pending' and webhook_id ${ofWebhook}`);
}
