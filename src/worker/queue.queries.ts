import { type Queryable, sql } from '../database/database.ts';
import { undisputed } from '../domain/subscription/undisputed.ts';

/** The state of one queue. */
export interface QueueState {
  readonly queue: string;
  /** Due rows without a lease, counted up to the given limit. */
  readonly due: number;
  /** Seconds for which the oldest of them has been due; 0 if there are none. */
  readonly oldestAgeS: number;
  /** Seconds since the oldest payment or refund without an outcome was requested; otherwise null. */
  readonly oldestOpenS: number | null;
}

/** When a row's ID was made, in real time: `created_at` is the store's time. */
const openedAt = sql`to_timestamp(
  ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/**
 * The state of all queues, each read from its own index; counts end at `most`. A payment or refund
 * is due whenever it is time to ask the provider, but open until there is an outcome.
 */
export function readQueues(db: Queryable, now: Date, most: number): Promise<QueueState[]> {
  const dueAt = sql`case when leased_until <= ${now} then leased_until end`;
  const isFree = sql`(leased_until is null or leased_until <= ${now}::timestamptz)`;
  return db.query<QueueState>(sql`
    with work as (
      (select 'webhook_delivery' as queue, delivery.due_at, null::timestamptz as opened_at
        from webhook_delivery delivery
          join webhook on webhook.store_id = delivery.store_id and webhook.id = delivery.webhook_id
        where delivery.status = 'pending' and webhook.disabled_at is null
          and delivery.due_at <= ${now}
          and (delivery.leased_until is null or delivery.leased_until <= ${now}::timestamptz)
        limit ${most})
      union all
      (select 'mail', due_at, null from email_delivery
        where status = 'pending' and due_at <= ${now} and ${isFree}
        order by due_at limit ${most})
      union all
      (select 'renewal', due_at, null from subscription
        where due_at <= ${now} and ${isFree} and ${undisputed()} order by due_at limit ${most})
      union all
      (select 'payment', ${dueAt}, ${openedAt} from payment
        where status = 'pending' order by leased_until limit ${most})
      union all
      (select 'refund', ${dueAt}, ${openedAt} from refund
        where status = 'pending' order by leased_until limit ${most})
    )
    select queue.name as queue, count(work.due_at)::int as due,
      coalesce(extract(epoch from ${now}::timestamptz - min(work.due_at)), 0)::float8
        as "oldestAgeS",
      extract(epoch from ${now}::timestamptz - min(work.opened_at))::float8 as "oldestOpenS"
    from unnest(array['webhook_delivery', 'mail', 'renewal', 'payment', 'refund']) as queue (name)
      left join work on work.queue = queue.name
    group by queue.name`);
}
