import { empty, type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';

/** What an attempt changes. */
export interface AttemptRecord {
  readonly storeId: Id<'STO'>;
  readonly deliveryId: string;
  /** Determines the partition of the delivery. */
  readonly eventId: string;
  /** The worker's lease. If it differs, another worker has claimed the delivery. */
  readonly leasedUntil: Date;
  readonly attemptId: string;
  readonly status: 'pending' | 'success' | 'failed';
  /** When the next attempt is due, if any. */
  readonly dueAt: Date;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
  /** The receiver is permanently gone (410). */
  readonly isGone: boolean;
  /** For a chat platform: when the webhook may get its next message. */
  readonly pacedUntil: Date | null;
}

export interface AttemptLimits {
  /** A webhook failing since before this time is disabled. */
  readonly disableBefore: Date;
  /** A webhook failing since before these times gets its first, second, … warning. */
  readonly warnBefore: readonly Date[];
}

/** A webhook about which its merchant is to be notified. */
export interface WebhookWarning {
  readonly webhookId: string;
  readonly kind: 'failing' | 'disabled';
  readonly reason: string;
}

/**
 * Records attempts of a store in one statement: the deliveries, their log, the resulting changes of
 * webhooks, and warnings to merchants. Skips deliveries whose lease has expired. A batch also skips
 * deliveries locked by other transactions, so that batches don't wait for each other; webhooks are
 * locked in order of their IDs. A webhook's row is written only if something about it changes.
 * Returns the recorded IDs and the warnings. Rows are locked inside the updates, because a cluster
 * doesn't support a separate locking query before an insert.
 */
export async function recordAttempts(
  db: Queryable,
  storeId: Id<'STO'>,
  records: readonly AttemptRecord[],
  { disableBefore, warnBefore }: AttemptLimits,
): Promise<{ readonly recorded: string[]; readonly warnings: WebhookWarning[] }> {
  const held = sql`
    select delivery.id, delivery.event_id from webhook_delivery delivery
    join given on given."deliveryId" = delivery.id and given."eventId" = delivery.event_id
      and given."leasedUntil" = delivery.leased_until
    where delivery.store_id = ${storeId}
    order by delivery.id for update of delivery ${records.length > 1 ? sql`skip locked` : empty}`;
  const judged = sql`
    select webhook.id, told.works, told.gone, told.last_at, told.paced_until,
      case when told.works then null when told.worked then told.last_at
        else coalesce(webhook.failing_since, told.first_at) end as failing_since
    from told join webhook on webhook.store_id = ${storeId} and webhook.id = told.id
    where told.works = (webhook.failing_since is not null) or told.gone
      or told.paced_until is not null or not told.works
    order by webhook.id for no key update of webhook`;
  const [row] = await db.query<{ recorded: string[]; warnings: WebhookWarning[] }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as one ("deliveryId" uuid,
        "eventId" uuid, "leasedUntil" timestamptz, "attemptId" uuid, status text, "dueAt" timestamptz,
        "attemptedAt" timestamptz, "durationMs" int, "httpStatus" int, "responseBody" text,
        failure text, "isGone" boolean, "pacedUntil" timestamptz)
    ), attempted as (
      update webhook_delivery delivery set status = given.status,
        attempt_count = attempt_count + 1, due_at = given."dueAt", leased_until = null,
        http_status = given."httpStatus", response_body = given."responseBody",
        failure = given.failure, last_attempted_at = given."attemptedAt"
      from (${held}) held, given where delivery.store_id = ${storeId} and delivery.id = held.id
        and delivery.event_id = held.event_id and given."deliveryId" = held.id
      returning delivery.id, delivery.event_id, delivery.webhook_id
    ), logged as (
      insert into webhook_attempt (id, store_id, delivery_id, event_id, attempted_at,
        duration_ms, http_status, response_body, failure)
      select given."attemptId", ${storeId}::uuid, attempted.id, attempted.event_id, given."attemptedAt",
        given."durationMs", given."httpStatus", given."responseBody", given.failure
      from attempted join given on given."deliveryId" = attempted.id
    ), told as (
      select attempted.webhook_id as id, bool_or(given."isGone") as gone,
        bool_or(given.status = 'success') as worked, max(given."pacedUntil") as paced_until,
        min(given."attemptedAt") as first_at, max(given."attemptedAt") as last_at,
        (array_agg(given.status = 'success' order by given."attemptedAt" desc))[1] as works
      from attempted join given on given."deliveryId" = attempted.id
      where attempted.webhook_id is not null group by attempted.webhook_id
    ), changed as (
      update webhook set failing_since = judged.failing_since,
        paced_until = coalesce(judged.paced_until, webhook.paced_until),
        warnings = case when judged.failing_since is null then 0
          else greatest(webhook.warnings, warning.level) end,
        disabled_at = case when warning.disables then coalesce(webhook.disabled_at, judged.last_at)
          else webhook.disabled_at end,
        disabled_reason = case when judged.gone then 'gone' when warning.disables then 'failing'
          else webhook.disabled_reason end
      from (${judged}) judged join webhook before
        on before.store_id = ${storeId} and before.id = judged.id cross join lateral (
        select judged.gone or coalesce(judged.failing_since <= ${disableBefore}::timestamptz, false)
          as disables,
        (select count(*)::int from unnest(${warnBefore}::timestamptz[]) since
          where judged.failing_since <= since) as level
      ) warning
      where webhook.store_id = ${storeId} and webhook.id = judged.id and (webhook.failing_since is distinct from
          judged.failing_since or judged.paced_until is not null or warning.level > webhook.warnings
          or (warning.disables and webhook.disabled_at is null))
      returning webhook.id, judged.last_at, webhook.disabled_reason,
        webhook.disabled_at is not null and before.disabled_at is null as disabled,
        webhook.warnings > before.warnings as warned
    ), warning as (
      insert into webhook_warning (id, store_id, webhook_id, kind, reason, created_at)
      select gen_random_uuid(), ${storeId}::uuid, id, case when disabled then 'disabled' else 'failing' end,
        coalesce(disabled_reason, 'failing'), last_at
      from changed where disabled or warned
      returning webhook_id as "webhookId", kind, reason
    )
    select coalesce((select array_agg(id) from attempted), '{}') as recorded,
      coalesce((select json_agg(warning) from warning), '[]') as warnings`);
  return row ?? { recorded: [], warnings: [] };
}
