import { empty, sql, type Tx } from '../database/database.ts';
import { groupBy } from '../kit/group-by.ts';
import type { Id } from '../kit/id.ts';
import {
  type AttemptRecord,
  givenAttempts,
  outcomeOfGiven,
  type WebhookWarning,
} from './attempt.queries.ts';

interface Attempted {
  readonly id: string;
  readonly webhookId: string | null;
}

/** What the attempts of a batch say about their webhook. */
interface Told {
  readonly id: string;
  readonly gone: boolean;
  readonly worked: boolean;
  /** The outcome of the latest attempt. */
  readonly works: boolean;
  readonly paced_until: Date | null;
  readonly first_at: Date;
  readonly last_at: Date;
}

/**
 * Records attempts of a store as `recordAttempts` does, for a cluster: in statements that each use
 * the store's node only. One statement for all would send its intermediate rows to every node.
 */
export async function recordAttemptsOneByOne(
  tx: Tx,
  storeId: Id<'STO'>,
  records: readonly AttemptRecord[],
): Promise<{ readonly recorded: string[]; readonly warnings: WebhookWarning[] }> {
  const held = await lockAttempted(tx, storeId, records);
  const attempted = await tx.query<Attempted>(sql`
    update webhook_delivery delivery set ${outcomeOfGiven}
    from ${givenAttempts(records)}
    where delivery.store_id = ${storeId} and delivery.id = given."deliveryId"
      and delivery.event_id = given."eventId" and delivery.id = any(${held}::uuid[])
    returning delivery.id, delivery.webhook_id as "webhookId"`);
  if (attempted.length === 0) return { recorded: [], warnings: [] };
  const webhookOf = new Map(attempted.map(({ id, webhookId }) => [id, webhookId]));
  const kept = records.filter(({ deliveryId }) => webhookOf.has(deliveryId));
  const logged = tx.query(sql`
    insert into webhook_attempt (id, store_id, delivery_id, event_id, attempted_at,
      duration_ms, http_status, response_body, failure)
    select given."attemptId", ${storeId}::uuid, given."deliveryId", given."eventId",
      given."attemptedAt", given."durationMs", given."httpStatus", given."responseBody",
      given.failure
    from ${givenAttempts(kept)}`);
  const [gone] = await Promise.all([changeWebhooks(tx, storeId, tell(kept, webhookOf)), logged]);
  await Promise.all(gone.map(({ id, at }) => insertWarning(tx, storeId, id, at)));
  const warnings = gone.map(
    ({ id }) => ({ webhookId: id, kind: 'disabled', reason: 'gone' }) as const,
  );
  return { recorded: attempted.map(({ id }) => id), warnings };
}

/**
 * Locks the deliveries whose lease is still the attempt's; a batch skips those that are locked by
 * others. Returns their IDs.
 */
async function lockAttempted(
  tx: Tx,
  storeId: Id<'STO'>,
  records: readonly AttemptRecord[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select delivery.id from webhook_delivery delivery
    join ${givenAttempts(records)}
      on given."deliveryId" = delivery.id and given."eventId" = delivery.event_id
        and given."leasedUntil" = delivery.leased_until
    where delivery.store_id = ${storeId}
    order by delivery.id for update of delivery ${records.length > 1 ? sql`skip locked` : empty}`);
  return rows.map(({ id }) => id);
}

/** Summarizes the attempts by webhook. */
function tell(
  records: readonly AttemptRecord[],
  webhookOf: ReadonlyMap<string, string | null>,
): Told[] {
  const byWebhook = groupBy(records, ({ deliveryId }) => webhookOf.get(deliveryId) ?? null);
  return byWebhook.flatMap(([id, attempts]) => {
    if (id === null) return [];
    const sorted = attempts.toSorted((a, b) => a.attemptedAt.getTime() - b.attemptedAt.getTime());
    const [first, last] = [sorted[0] as AttemptRecord, sorted.at(-1) as AttemptRecord];
    const paced = attempts.flatMap(({ pacedUntil }) => pacedUntil?.getTime() ?? []);
    return {
      id,
      gone: attempts.some(({ isGone }) => isGone),
      worked: attempts.some(({ status }) => status === 'success'),
      works: last.status === 'success',
      paced_until: paced.length > 0 ? new Date(Math.max(...paced)) : null,
      first_at: first.attemptedAt,
      last_at: last.attemptedAt,
    };
  });
}

/** Writes since when webhooks have been failing, and disables those that are gone; returns the latter. */
async function changeWebhooks(
  tx: Tx,
  storeId: Id<'STO'>,
  told: readonly Told[],
): Promise<{ readonly id: string; readonly at: Date }[]> {
  const failingSince = sql`case when told.works then null when told.worked then told.last_at
    else coalesce(webhook.failing_since, told.first_at) end`;
  const rows = await tx.query<{ id: string; at: Date | null }>(sql`
    update webhook set failing_since = ${failingSince},
      paced_until = coalesce(told.paced_until, webhook.paced_until),
      warnings = case when webhook.failing_since = ${failingSince} then webhook.warnings else 0 end,
      disabled_at = case when told.gone then told.last_at end,
      disabled_reason = case when told.gone then 'gone' end
    from json_to_recordset(${JSON.stringify(told)}::json) as told (id uuid, gone boolean,
      worked boolean, works boolean, paced_until timestamptz, first_at timestamptz,
      last_at timestamptz)
    where webhook.store_id = ${storeId} and webhook.id = told.id and webhook.disabled_at is null
      and (told.works = (webhook.failing_since is not null) or told.worked and not told.works
        or told.gone or told.paced_until is not null)
    returning webhook.id, webhook.disabled_at as at`);
  return rows.flatMap(({ id, at }) => (at ? { id, at } : []));
}

async function insertWarning(tx: Tx, storeId: Id<'STO'>, webhookId: string, at: Date) {
  await tx.query(sql`
    insert into webhook_warning (id, store_id, webhook_id, kind, reason, created_at)
    values (gen_random_uuid(), ${storeId}, ${webhookId}, 'disabled', 'gone', ${at})`);
}
