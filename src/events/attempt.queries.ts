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

/** A webhook that was disabled, of which its merchant is to be notified. */
export interface WebhookWarning {
  readonly webhookId: string;
  readonly kind: 'disabled';
  readonly reason: 'gone';
}

/** SQL for a `delivery` that was resent during an attempt: `requeueDelivery` marks it so. */
const isResent = sql`delivery.due_at = delivery.leased_until`;

/** SQL that sets a `delivery` to the outcome of its attempt in `given`. */
export const outcomeOfGiven = sql`status = case when ${isResent} then 'pending' else given.status end,
  due_at = case when ${isResent} then given."attemptedAt" else given."dueAt" end,
  attempt_count = attempt_count + 1, leased_until = null,
  http_status = given."httpStatus", response_body = given."responseBody",
  failure = given.failure, last_attempted_at = given."attemptedAt"`;

/** The attempts as the rows `given`. */
export const givenAttempts = (records: readonly AttemptRecord[]) => sql`
      json_to_recordset(${JSON.stringify(records)}::json) as given ("deliveryId" uuid,
        "eventId" uuid, "leasedUntil" timestamptz, "attemptId" uuid, status text, "dueAt" timestamptz,
        "attemptedAt" timestamptz, "durationMs" int, "httpStatus" int, "responseBody" text,
        failure text, "isGone" boolean, "pacedUntil" timestamptz)`;

/**
 * Records attempts of a store in one statement: the deliveries, their log, since when webhooks have
 * been failing, and which are gone, with a warning to the merchant. Skips deliveries whose lease
 * has expired. A batch also skips deliveries locked by other transactions, so that batches don't
 * wait for each other; webhooks are locked in order of their IDs. A webhook's row is written only
 * if something about it changes, and not once it is disabled. A delivery that was resent during the
 * attempt becomes due, whatever the outcome. Returns the recorded IDs and the warnings. Rows are
 * locked inside the updates, because a cluster doesn't support a separate locking query before an
 * insert.
 */
export async function recordAttempts(
  db: Queryable,
  storeId: Id<'STO'>,
  records: readonly AttemptRecord[],
): Promise<{ readonly recorded: string[]; readonly warnings: WebhookWarning[] }> {
  const held = sql`
    select delivery.id, delivery.event_id from webhook_delivery delivery
    join given on given."deliveryId" = delivery.id and given."eventId" = delivery.event_id
      and given."leasedUntil" = delivery.leased_until
    where delivery.store_id = ${storeId}
    order by delivery.id for update of delivery ${records.length > 1 ? sql`skip locked` : empty}`;
  const judged = sql`
    select webhook.id, told.gone, told.last_at, told.paced_until,
      case when told.works then null when told.worked then told.last_at
        else coalesce(webhook.failing_since, told.first_at) end as failing_since
    from told join webhook on webhook.store_id = ${storeId} and webhook.id = told.id
    where webhook.disabled_at is null and (told.works = (webhook.failing_since is not null)
      or told.worked and not told.works or told.gone or told.paced_until is not null)
    order by webhook.id for no key update of webhook`;
  const [row] = await db.query<{ recorded: string[]; warnings: WebhookWarning[] }>(sql`
    with given as (
      select * from ${givenAttempts(records)}
    ), attempted as (
      update webhook_delivery delivery set ${outcomeOfGiven}
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
        warnings = case when webhook.failing_since = judged.failing_since then webhook.warnings
          else 0 end,
        disabled_at = case when judged.gone then judged.last_at end,
        disabled_reason = case when judged.gone then 'gone' end
      from (${judged}) judged
      where webhook.store_id = ${storeId} and webhook.id = judged.id
      returning webhook.id, webhook.disabled_at
    ), warning as (
      insert into webhook_warning (id, store_id, webhook_id, kind, reason, created_at)
      select gen_random_uuid(), ${storeId}::uuid, id, 'disabled', 'gone', disabled_at
      from changed where disabled_at is not null
      returning webhook_id as "webhookId", kind, reason
    )
    select coalesce((select array_agg(id) from attempted), '{}') as recorded,
      coalesce((select json_agg(warning) from warning), '[]') as warnings`);
  return row ?? { recorded: [], warnings: [] };
}
