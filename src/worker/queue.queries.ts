import { type Queryable, sql } from '../database/database.ts';

/** The state of one queue. */
export interface QueueState {
  readonly queue: string;
  /** Due rows without a lease, counted up to the given limit. */
  readonly due: number;
  /** Seconds for which the oldest of them has been due; 0 if there are none. */
  readonly oldestAgeS: number;
}

/** The state of all queues, each read from its own index; counts end at `most`. */
export function readQueues(db: Queryable, now: Date, most: number): Promise<QueueState[]> {
  const isFree = sql`(leased_until is null or leased_until <= ${now}::timestamptz)`;
  return db.query<QueueState>(sql`
    with due as (
      (select 'webhook_delivery' as queue, delivery.due_at
        from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
        where delivery.status = 'pending' and webhook.disabled_at is null
          and delivery.due_at <= ${now}
          and (delivery.leased_until is null or delivery.leased_until <= ${now}::timestamptz)
        limit ${most})
      union all
      (select 'mail', due_at from email_delivery
        where status = 'pending' and due_at <= ${now} and ${isFree}
        order by due_at limit ${most})
      union all
      (select 'renewal', due_at from subscription
        where due_at <= ${now} and ${isFree} order by due_at limit ${most})
      union all
      (select 'payment', leased_until from payment
        where status = 'pending' and leased_until <= ${now} order by leased_until limit ${most})
      union all
      (select 'refund', leased_until from refund
        where status = 'pending' and leased_until <= ${now} order by leased_until limit ${most})
    )
    select queue.name as queue, count(due.due_at)::int as due,
      coalesce(extract(epoch from ${now}::timestamptz - min(due.due_at)), 0)::float8 as "oldestAgeS"
    from unnest(array['webhook_delivery', 'mail', 'renewal', 'payment', 'refund']) as queue (name)
      left join due on due.queue = queue.name
    group by queue.name`);
}
