import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';
import type { EventType } from './event-types.ts';
import type { WebhookChannel } from './webhook-channels.ts';

/** A delivery that this worker holds, with all that an attempt needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** Names the lease: a claim after it lapsed has another. */
  readonly leasedUntil: Date;
  /** Attempts before this one. */
  readonly attemptCount: number;
  readonly isFailing: boolean;
  readonly channel: WebhookChannel;
  readonly url: string;
  readonly sealedUrl: string | null;
  readonly sealedSecret: string | null;
  /** The occurrence: the same on every retry. */
  readonly eventId: string;
  readonly eventType: EventType;
  readonly environment: Environment;
  readonly body: string;
}

export interface ClaimLimits {
  /** Deliveries to claim. */
  readonly all: number;
  /** Of these: to webhooks whose latest attempts failed. */
  readonly failing: number;
  /** Attempts under way at one webhook, over all workers. */
  readonly perWebhook: number;
  /** Deliveries to claim for a chat platform, which limits what one sender may post. */
  readonly perChannel: Readonly<Partial<Record<WebhookChannel, number>>>;
  /** Deliveries that the caller attempts at this moment: it holds them even if the hold has lapsed. */
  readonly underWay?: readonly string[];
}

// The queue is read in the order of its index, so that the planner takes it whatever the log's size.
/**
 * Claims due deliveries, webhook by webhook, so that no queue stands in front of another's
 * (docs/contract/invariants.md#14): a webhook gives what its cap leaves free, a failing one gives
 * one at a time, first attempts go before retries. A first attempt is due from the commit on,
 * whatever time the event has.
 */
export function claimDueDeliveries(
  db: Queryable,
  limits: ClaimLimits,
  now: Date,
  leasedUntil: Date,
): Promise<ClaimedDelivery[]> {
  const underWay = sql`any(${limits.underWay ?? []}::uuid[])`;
  return db.query(sql`
    with recursive queue as (
      (select webhook_id from webhook_delivery where status = 'pending'
        order by webhook_id, (attempt_count > 0), due_at limit 1)
      union all
      select (select later.webhook_id from webhook_delivery later
        where later.status = 'pending' and later.webhook_id > queue.webhook_id
        order by later.webhook_id, (later.attempt_count > 0), later.due_at limit 1)
      from queue where queue.webhook_id is not null
    ), endpoint as (
      select webhook.id, webhook.failing_since is not null as failing, webhook.channel,
        case when webhook.failing_since is null and webhook.channel = 'http'
          then ${limits.perWebhook}::int else 1 end
          - (select count(*) from webhook_delivery held
            where held.webhook_id = webhook.id and held.leased_until is not null
              and (held.leased_until > ${now}::timestamptz or held.id = ${underWay})) as room
      from queue join webhook on webhook.id = queue.webhook_id
      where webhook.disabled_at is null
        and (webhook.paced_until is null or webhook.paced_until <= ${now}::timestamptz)
    ), candidate as (
      select due.id, due.attempt_count > 0 as retried, due.due_at, endpoint.failing,
        endpoint.channel,
        row_number() over (partition by endpoint.channel
          order by due.attempt_count > 0, due.due_at) as channel_place,
        row_number() over (partition by endpoint.id
          order by due.attempt_count > 0, due.due_at) as place,
        row_number() over (partition by endpoint.failing
          order by due.attempt_count > 0, due.due_at) as failing_place
      from endpoint cross join lateral (
        select id, attempt_count, due_at from webhook_delivery
        where webhook_id = endpoint.id and status = 'pending'
          and (attempt_count = 0 or due_at <= ${now}::timestamptz)
          and (leased_until is null or leased_until <= ${now}::timestamptz)
          and not id = ${underWay}
        order by (attempt_count > 0), due_at
        limit greatest(endpoint.room, 0)
      ) due
    ), chosen as (
      select delivery.id from webhook_delivery delivery
      where delivery.id in (
        select id from candidate
          left join json_each_text(${JSON.stringify(limits.perChannel)}::json) most
            on most.key = candidate.channel
        where (not failing or failing_place <= ${limits.failing})
          and (most.value is null or channel_place <= most.value::int)
        order by place > 1, retried, due_at limit ${limits.all})
        and delivery.status = 'pending'
        and (delivery.leased_until is null or delivery.leased_until <= ${now}::timestamptz)
      for update skip locked
    )
    update webhook_delivery delivery set leased_until = ${leasedUntil}::timestamptz
    from chosen, webhook, event
    where delivery.id = chosen.id and webhook.id = delivery.webhook_id
      and event.id = delivery.event_id
    returning delivery.id, webhook.id as "webhookId", delivery.leased_until as "leasedUntil",
      delivery.attempt_count as "attemptCount", webhook.failing_since is not null as "isFailing",
      webhook.channel, webhook.url, webhook.sealed_url as "sealedUrl",
      webhook.sealed_secret as "sealedSecret", event.id as "eventId", event.type as "eventType",
      event.environment, event.body`);
}
