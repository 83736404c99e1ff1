import type { Environment } from '../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../database/database.ts';
import { orReachable } from '../database/search-stores.ts';
import type { Id } from '../kit/id.ts';
import type { EventType } from './event-types.ts';
import type { WebhookChannel } from './webhook-channels.ts';

/** Deliveries read per page of the queue when looking for stores. */
const QUEUE_PAGE = 500;
/** Sorts before every store's ID. */
const FIRST_STORE = '00000000-0000-0000-0000-000000000000';

/** A claimed delivery with everything that an attempt needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  readonly webhookId: string;
  /** Identifies the lease; a later claim has a different one. */
  readonly leasedUntil: Date;
  /** Attempts before this one. */
  readonly attemptCount: number;
  readonly isFailing: boolean;
  readonly channel: WebhookChannel;
  readonly url: string;
  readonly sealedUrl: string | null;
  readonly sealedSecret: string | null;
  /** The occurrence's ID, the same on every retry. */
  readonly eventId: string;
  readonly eventType: EventType;
  readonly environment: Environment;
  readonly body: string;
}

export interface ClaimLimits {
  /** Maximum deliveries to claim. */
  readonly all: number;
  /** Of these, deliveries to webhooks whose latest attempts failed. */
  readonly failing: number;
  /** Concurrent attempts per webhook, across all workers. */
  readonly perWebhook: number;
  /** Deliveries to claim per chat platform, which limits the messages of one sender. */
  readonly perChannel: Readonly<Partial<Record<WebhookChannel, number>>>;
  /**
   * Deliveries that the caller is attempting: not claimed again even if their lease has expired.
   */
  readonly underWay?: readonly string[];
}

/**
 * Stores with deliveries due to webhooks that accept some now, read page by page from the queue's
 * index. Skips the rest of a store's queue once the store is found to be due.
 */
export async function findStoresWithDueDeliveries(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const found = await orReachable(db, readQueue(db, now));
  return found.map(({ storeId }) => storeId);
}

async function readQueue(db: Queryable, now: Date): Promise<{ readonly storeId: Id<'STO'> }[]> {
  const stores = new Set<Id<'STO'>>();
  for (let after = FIRST_STORE; ; ) {
    const page = await readQueuePage(db, after, now);
    for (const { storeId, isDue } of page) if (isDue) stores.add(storeId);
    const last = page.at(-1);
    const read = page.reduce((total, { waiting }) => total + waiting, 0);
    if (!last || read < QUEUE_PAGE) break;
    stores.add(last.storeId);
    after = last.storeId;
  }
  return [...stores].map((storeId) => ({ storeId }));
}

function readQueuePage(db: Queryable, after: string, now: Date): Promise<QueuedStore[]> {
  return db.query(sql`
    select page.store_id as "storeId", count(*)::int as waiting,
      bool_or(page.due and webhook.disabled_at is null and (webhook.paced_until is null
        or webhook.paced_until <= ${now}::timestamptz)) as "isDue"
    from (
      select store_id, webhook_id, (attempt_count = 0 or due_at <= ${now}::timestamptz)
        and (leased_until is null or leased_until <= ${now}::timestamptz) as due
      from webhook_delivery where status = 'pending' and store_id > ${after}::uuid
      order by store_id, webhook_id, (attempt_count > 0), due_at limit ${QUEUE_PAGE}
    ) page left join webhook on webhook.store_id = page.store_id and webhook.id = page.webhook_id
    group by page.store_id order by page.store_id`);
}

interface QueuedStore {
  readonly storeId: Id<'STO'>;
  readonly waiting: number;
  readonly isDue: boolean | null;
}

/**
 * Claims due deliveries of a store per webhook, so that no webhook's queue blocks another's
 * (docs/contract/invariants.md#14): as many as each webhook's cap leaves free, one at a time for a
 * failing one, first attempts before retries. A first attempt is due from the commit on, regardless
 * of the event's time.
 */
export function claimDueDeliveries(
  db: Queryable,
  storeId: Id<'STO'>,
  limits: ClaimLimits,
  now: Date,
  leasedUntil: Date,
): Promise<ClaimedDelivery[]> {
  const underWay = sql`any(${limits.underWay ?? []}::uuid[])`;
  const idle = sql`(leased_until is null or leased_until <= ${now}::timestamptz)
    and not id = ${underWay}`;
  return db.query(sql`
    with endpoint as materialized (
      select webhook.id, webhook.failing_since is not null as failing, webhook.channel,
        case when webhook.failing_since is null and webhook.channel = 'http'
          then ${limits.perWebhook}::int else 1 end
          - (select count(*) from webhook_delivery held
            where held.store_id = ${storeId} and held.webhook_id = webhook.id
              and held.leased_until is not null
              and (held.leased_until > ${now}::timestamptz or held.id = ${underWay})) as room
      from webhook
      where webhook.store_id = ${storeId} and webhook.disabled_at is null
        and (webhook.paced_until is null or webhook.paced_until <= ${now}::timestamptz)
    ), candidate as (
      select due.id, due.event_id, due.retried, due.due_at, endpoint.failing, endpoint.channel,
        row_number() over (partition by endpoint.channel
          order by due.retried, due.due_at) as channel_place,
        row_number() over (partition by endpoint.id
          order by due.retried, due.due_at) as place,
        row_number() over (partition by endpoint.failing
          order by due.retried, due.due_at) as failing_place
      from endpoint cross join lateral (
        (${firstDue(storeId, sql`(attempt_count > 0) <= false`, idle)})
        union all
        (${firstDue(storeId, sql`attempt_count > 0 and due_at <= ${now}::timestamptz`, idle)})
        order by retried, due_at limit greatest(endpoint.room, 0)
      ) due
    ), chosen as (
      select delivery.id, delivery.event_id from webhook_delivery delivery
      where (delivery.id, delivery.event_id) in (
        select id, event_id from candidate
          left join json_each_text(${JSON.stringify(limits.perChannel)}::json) most
            on most.key = candidate.channel
        where (not failing or failing_place <= ${limits.failing})
          and (most.value is null or channel_place <= most.value::int)
        order by place > 1, retried, due_at limit ${limits.all})
        and delivery.store_id = ${storeId} and delivery.status = 'pending'
        and (delivery.leased_until is null or delivery.leased_until <= ${now}::timestamptz)
      for update skip locked
    )
    update webhook_delivery delivery set leased_until = ${leasedUntil}::timestamptz
    from chosen, webhook, event
    where delivery.id = chosen.id and delivery.event_id = chosen.event_id
      and delivery.store_id = ${storeId}
      and webhook.id = delivery.webhook_id and webhook.store_id = ${storeId}
      and event.id = chosen.event_id and event.store_id = ${storeId}
    returning delivery.id, delivery.store_id as "storeId", webhook.id as "webhookId", delivery.leased_until as "leasedUntil",
      delivery.attempt_count as "attemptCount", webhook.failing_since is not null as "isFailing",
      webhook.channel, webhook.url, webhook.sealed_url as "sealedUrl",
      webhook.sealed_secret as "sealedSecret", event.id as "eventId", event.type as "eventType",
      event.environment, event.body`);
}

/**
 * A webhook's earliest deliveries of a part of the queue, read from its index: the part is compared
 * as the index stores it, so that retries that aren't due are never read.
 */
function firstDue(storeId: Id<'STO'>, part: Sql, idle: Sql): Sql {
  return sql`select id, event_id, attempt_count > 0 as retried, due_at from webhook_delivery
    where store_id = ${storeId} and webhook_id = endpoint.id and status = 'pending'
      and ${part} and ${idle}
    order by (attempt_count > 0), due_at limit greatest(endpoint.room, 0)`;
}
