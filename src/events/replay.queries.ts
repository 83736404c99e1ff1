import { type Queryable, sql } from '../database/database.ts';

/** Queues the events that a webhook wants and did not get since the given time. */
export async function replayMissedEvents(
  db: Queryable,
  webhookId: string,
  since: Date,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
    select gen_random_uuid(), event.store_id, event.id, webhook.id, 'pending',
      ${now}::timestamptz, ${now}::timestamptz
    from webhook join event on event.store_id = webhook.store_id
      and event.environment = webhook.environment and event.type = any(webhook.events)
    where webhook.id = ${webhookId} and event.created_at >= ${since} and not event.sample
    on conflict on constraint one_delivery_per_event_and_webhook do nothing`);
}
