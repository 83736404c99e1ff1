import type { Environment } from '../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../database/database.ts';
import { searchingStores } from '../database/search-stores.ts';
import type { Id } from '../kit/id.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';

/** Milliseconds without a success after which a webhook's merchant is warned. */
const WARN_AFTER_MS = [HOUR_MS, DAY_MS, 4 * DAY_MS];
/** Milliseconds without a success after which a webhook is disabled. */
const DISABLE_AFTER_MS = 5 * DAY_MS;
/** The last of these milliseconds, in which it must have been attempted for that. */
const QUIET_MS = 3 * DAY_MS;

/** Stores with warnings to send, or with webhooks that have been failing long enough for one. */
export async function findStoresWithWarnings(db: Queryable, now: Date): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select store_id as "storeId" from webhook_warning where told_at is null
    union select store_id from webhook where ${isOverdue(now)}`);
  return rows.map(({ storeId }) => storeId);
}

/**
 * Adds the warnings about a store's failing webhooks that are due, and disables those that have
 * been failing for too long. One that was quiet stays enabled, and its next failure counts as the
 * first (docs/contract/delivery.md#quiet-webhooks).
 */
export async function raiseWarnings(db: Queryable, storeId: Id<'STO'>, now: Date): Promise<void> {
  const isOver = sql`webhook.failing_since <= ${addMs(now, -DISABLE_AFTER_MS)}`;
  const judged = sql`
    select webhook.id, ${levelAt(now)} as level,
      case when ${isOver} then ${hasFailedLater(storeId)} end as persists
    from webhook where webhook.store_id = ${storeId} and ${isOverdue(now)}
    order by webhook.id for no key update of webhook`;
  await db.query(sql`
    with raised as (
      update webhook set
        warnings = case when judged.persists is false then 0 else judged.level end,
        failing_since = case when judged.persists is false then null else webhook.failing_since end,
        disabled_at = case when judged.persists then ${now}::timestamptz end,
        disabled_reason = case when judged.persists then 'failing' end
      from (${judged}) judged
      where webhook.store_id = ${storeId} and webhook.id = judged.id
      returning webhook.id, webhook.failing_since, webhook.disabled_at
    )
    insert into webhook_warning (id, store_id, webhook_id, kind, reason, created_at)
    select gen_random_uuid(), ${storeId}::uuid, id,
      case when disabled_at is null then 'failing' else 'disabled' end, 'failing',
      ${now}::timestamptz
    from raised where failing_since is not null`);
}

/** How many warnings a webhook should have had, its disabling included. */
function levelAt(now: Date): Sql {
  const times = [...WARN_AFTER_MS, DISABLE_AFTER_MS].map((ms) => addMs(now, -ms));
  return sql`(select count(*)::int from unnest(${times}::timestamptz[]) reached (at)
    where webhook.failing_since <= reached.at)`;
}

function isOverdue(now: Date): Sql {
  return sql`webhook.disabled_at is null and webhook.failing_since is not null
    and webhook.warnings < ${levelAt(now)}`;
}

/**
 * Whether another delivery than the first to fail was attempted lately. What was attempted after
 * the five days doesn't count: the worker may have been stopped until now.
 */
function hasFailedLater(storeId: Id<'STO'>): Sql {
  return sql`exists (select from webhook_delivery delivery
    where delivery.store_id = ${storeId} and delivery.webhook_id = webhook.id
      and delivery.created_at >= webhook.failing_since
      and delivery.last_attempted_at >= ${laterBy(DISABLE_AFTER_MS - QUIET_MS)}
      and delivery.last_attempted_at < ${laterBy(DISABLE_AFTER_MS)})`;
}

function laterBy(ms: number): Sql {
  return sql`webhook.failing_since + ${ms} * interval '1 millisecond'`;
}

/** Marks a store's warnings as sent and returns them, oldest first; each is returned only once. */
export function takeWarnings(
  db: Queryable,
  storeId: Id<'STO'>,
  most: number,
  now: Date,
): Promise<Warning[]> {
  return db.query(sql`
    update webhook_warning warning set told_at = ${now}
    from webhook
    where warning.store_id = ${storeId} and webhook.store_id = ${storeId}
      and webhook.id = warning.webhook_id and warning.id in (
      select id from webhook_warning where store_id = ${storeId} and told_at is null
      order by created_at limit ${most} for update skip locked)
    returning warning.id, warning.store_id as "storeId", webhook.id as "webhookId",
      webhook.environment, warning.kind, warning.reason, webhook.url,
      webhook.failing_since as "failingSince",
      case warning.kind when 'failing' then webhook.failing_since else webhook.disabled_at end
        is not null as "isTrue"`);
}

/** A warning to be mailed. */
export interface Warning {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  readonly webhookId: string;
  readonly environment: Environment;
  readonly kind: 'failing' | 'disabled';
  readonly reason: string;
  /** In its displayed form. */
  readonly url: string;
  readonly failingSince: Date | null;
  /** False if the webhook has worked, or has been enabled, since the warning was added. */
  readonly isTrue: boolean;
}
