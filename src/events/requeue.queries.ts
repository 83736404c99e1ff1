import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { DeliveryStatus } from './webhook-delivery.states.ts';

/**
 * Makes a delivery due immediately, whatever its outcome so far. Returns no row if its webhook is
 * gone.
 */
export function requeueDelivery(
  db: Queryable,
  storeId: Id<'STO'>,
  id: string,
  now: Date,
): Promise<{ readonly id: string }[]> {
  return db.query(sql`
    update webhook_delivery set status = 'pending',
      due_at = case when status = 'pending' then least(due_at, ${now}) else ${now} end
    where store_id = ${storeId} and id = ${id} and webhook_id is not null
    returning id`);
}

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
 * Makes deliveries due immediately, except those of removed and disabled webhooks; returns their
 * number. Changes nothing if there are more than `most`. Locked deliveries are skipped: another
 * transaction is working on them.
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
      update webhook_delivery set status = 'pending', due_at = ${now}::timestamptz
      where store_id = ${storeId} and id = any(array(select id from chosen))
        and (select count(*) from chosen) <= ${most}
    )
    select count(*)::int as count from chosen`);
  return row?.count ?? 0;
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
