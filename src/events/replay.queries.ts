import { type Queryable, type Sql, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';
import type { EventType } from './event-types.ts';

/** A webhook and its store. */
export interface WebhookKey {
  readonly id: string;
  readonly storeId: Id<'STO'>;
}

/** Maximum missed events that a webhook gets when it is enabled again; the first ones. */
export const MAX_MISSED = 10_000;

/**
 * Queues the first `most` events since the given time that a webhook subscribes to, as it did
 * before, and didn't get. Returns the time of the last of them if there may be more.
 */
export async function replayMissedEvents(
  db: Queryable,
  webhook: WebhookKey,
  { since, types }: { readonly since: Date; readonly types: readonly EventType[] },
  most: number,
  now: Date,
): Promise<Date | null> {
  const ofBefore = sql`and event.type = any(${types}::text[])`;
  const [row] = await db.query<{ count: number; last: Date | null }>(sql`
    with missed as materialized (${missedEvents(webhook, since, ofBefore, most)}),
      queued as (${queueMissed(webhook, now)} ${ONCE})
    select count(*)::int as count, max(created_at) as last from missed`);
  return row && row.count === most ? row.last : null;
}

/**
 * Queues the events between two times that a webhook subscribes to and never got; returns their
 * number. Writes nothing if there are more than `most`.
 */
export async function replayEvents(
  db: Queryable,
  webhook: WebhookKey,
  span: { readonly from: Date; readonly to: Date },
  most: number,
  now: Date,
): Promise<number> {
  const before = sql`and event.created_at < ${span.to}`;
  const [row] = await db.query<{ count: number }>(sql`
    with missed as materialized (${missedEvents(webhook, span.from, before, most + 1)}),
      queued as (${queueMissed(webhook, now)}
        where (select count(*) from missed) <= ${most} ${ONCE} returning 1)
    select (case when count(*) > ${most} then count(*) else (select count(*) from queued) end)::int
      as count from missed`);
  return row?.count ?? 0;
}

const ONCE = sql`on conflict on constraint one_delivery_per_event_and_webhook do nothing`;

/** The first events since the given time that a webhook subscribes to and never got, locked. */
function missedEvents({ id, storeId }: WebhookKey, since: Date, more: Sql, most: number): Sql {
  return sql`select event.id, event.created_at
    from webhook join event on event.store_id = webhook.store_id
      and event.environment = webhook.environment and event.type = any(webhook.events)
    where webhook.store_id = ${storeId} and webhook.id = ${id}
      and event.created_at >= ${since} ${more} and not event.sample
      and not exists (select from webhook_delivery sent
        where sent.store_id = event.store_id and sent.event_id = event.id
          and sent.webhook_id = webhook.id)
    order by event.created_at, event.id limit ${most}
    for key share of webhook, event`;
}

/** Queues a delivery of each missed event. */
function queueMissed({ id, storeId }: WebhookKey, now: Date): Sql {
  return sql`insert into webhook_delivery
      (id, store_id, event_id, webhook_id, status, due_at, created_at)
    select gen_random_uuid(), ${storeId}::uuid, missed.id, ${id}::uuid, 'pending',
      ${now}::timestamptz, ${now}::timestamptz
    from missed`;
}
