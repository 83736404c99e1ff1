import type { Environment, Merchant } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { EventType } from '../../events/event-types.ts';
import { failPendingDeliveries } from '../../events/requeue.queries.ts';
import type { WebhookChannel } from '../../events/webhook-channels.ts';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import { roleIn, type StoreRole } from './store.queries.ts';

export interface WebhookRow {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  readonly channel: WebhookChannel;
  /** The URL as shown, with tokens masked. */
  readonly url: string;
  readonly sealedUrl: string | null;
  readonly events: EventType[];
  readonly environment: Environment;
  readonly sealedSecret: string | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql`webhook.id, webhook.store_id as "storeId", webhook.channel, webhook.url,
  webhook.sealed_url as "sealedUrl", webhook.events, webhook.environment,
  webhook.sealed_secret as "sealedSecret", webhook.disabled_at as "disabledAt",
  webhook.created_at as "createdAt", webhook.updated_at as "updatedAt"`;

export type NewWebhook = Omit<WebhookRow, 'disabledAt' | 'updatedAt'>;

/**
 * Adds a webhook if the store has fewer than `limit`. The preceding statement locks the store, so a
 * race can't exceed the limit or add to a deleted store. Returns the merchant's role on the store,
 * if any, and the webhook, if it was added.
 */
export async function insertWebhook(
  db: Queryable,
  webhook: NewWebhook,
  merchantId: Id<'MER'>,
  limit: number,
): Promise<{ readonly role: StoreRole | null; readonly added: WebhookRow | null }> {
  const locking = lockingStores(db, 'no key update', [webhook.storeId]);
  const locked = locking.query<{ role: StoreRole }>(sql`
    select ${roleIn(webhook.environment)}
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${webhook.storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId}
    for no key update of store`);
  const inserted = db.query<WebhookRow>(sql`
    insert into webhook (id, store_id, channel, url, sealed_url, events, environment,
      sealed_secret, created_at, updated_at)
    select ${webhook.id}::uuid, store.id, ${webhook.channel}::text, ${webhook.url}::text,
      ${webhook.sealedUrl}::text, ${webhook.events}::text[], ${webhook.environment}::text,
      ${webhook.sealedSecret}::text, ${webhook.createdAt}::timestamptz,
      ${webhook.createdAt}::timestamptz
    from store join usable_membership member on member.store_id = store.id
    where store.id = ${webhook.storeId} and store.deleted_at is null
      and member.merchant_id = ${merchantId} and member.role in ('owner', 'admin')
      and (${webhook.environment} = 'test' or not member.test_only)
      and (select count(*) from webhook other where other.store_id = ${webhook.storeId}) < ${limit}
    returning ${columns}`);
  const [[member], [added]] = await Promise.all([locked, inserted]);
  return { role: member?.role ?? null, added: added ?? null };
}

/** A webhook of a live store, with the merchant's role on it. */
export function findWebhook(
  db: Queryable,
  id: string,
  { merchantId, storeIds }: Merchant,
): Promise<(WebhookRow & { readonly role: StoreRole })[]> {
  return db.query(sql`
    select ${columns}, ${roleIn(sql`webhook.environment`)}
    from webhook join store on store.id = webhook.store_id
      join usable_membership member on member.store_id = webhook.store_id
    where ${isOfStores('webhook.store_id', storeIds)} and webhook.id = ${id}
      and member.merchant_id = ${merchantId} and store.deleted_at is null`);
}

export interface WebhookChange {
  readonly address?: { readonly url: string; readonly sealedUrl: string | null };
  readonly events?: readonly EventType[];
  /** Null removes it. */
  readonly sealedSecret?: string | null;
}

/** A changed webhook, and what it was before. */
export interface ChangedWebhook extends WebhookRow {
  readonly eventsBefore: EventType[];
  readonly disabledBefore: Date | null;
  readonly failingBefore: Date | null;
}

/**
 * Writes the supplied fields and enables a disabled webhook (docs/contract/webhooks.md). Returns no
 * row if the webhook was changed since `since`. Locks the webhook `for update`, which waits for the
 * events that are being recorded, and makes others wait: each is either seen by the caller's next
 * statement or sees the webhook enabled.
 */
export function changeWebhook(
  db: Queryable,
  { id, storeId }: Pick<WebhookRow, 'id' | 'storeId'>,
  change: WebhookChange,
  now: Date,
  since: Date | null,
): Promise<ChangedWebhook[]> {
  const { address, events, sealedSecret } = change;
  return db.query(sql`
    update webhook set
      url = coalesce(${address?.url ?? null}, url),
      sealed_url = case when ${address !== undefined} then ${address?.sealedUrl ?? null}
        else sealed_url end,
      events = coalesce(${events ?? null}::text[], events),
      sealed_secret = case when ${sealedSecret !== undefined} then ${sealedSecret ?? null}
        else sealed_secret end,
      disabled_at = null, disabled_reason = null, failing_since = null, warnings = 0,
      updated_at = ${nextUpdatedAt(now)}
    from (
      select events as events_before, disabled_at as disabled_before,
        failing_since as failing_before
      from webhook where id = ${id} and store_id = ${storeId} for update
    ) before
    where id = ${id} and store_id = ${storeId}
      and (${since}::timestamptz is null
        or (updated_at >= ${since} and updated_at < ${since && addMs(since, 1)}))
    returning ${columns}, events_before as "eventsBefore", disabled_before as "disabledBefore",
      failing_before as "failingBefore"`);
}

/** Disables the webhooks of stores whose owner's address was proven for the first time. */
export async function disableWebhooks(
  db: Queryable,
  storeIds: readonly Id<'STO'>[],
  now: Date,
): Promise<void> {
  await db.query(sql`
    update webhook set disabled_at = ${now}, disabled_reason = 'first_proof',
      updated_at = ${nextUpdatedAt(now)}
    where ${isOfStores('store_id', storeIds)} and disabled_at is null`);
}

/**
 * Removes a webhook permanently. Its deliveries stay; pending ones fail, including one that an
 * event adds concurrently. Deliveries are written before the webhook, as in the worker.
 */
export async function deleteWebhook(
  db: Queryable,
  { id, storeId }: Pick<WebhookRow, 'id' | 'storeId'>,
): Promise<WebhookRow[]> {
  const [, removed] = await Promise.all([
    failPendingDeliveries(db, storeId, id),
    db.query<WebhookRow>(sql`
      delete from webhook where store_id = ${storeId} and id = ${id} returning ${columns}`),
    failPendingDeliveries(db, storeId, null),
  ]);
  return removed;
}

/** The enabled webhooks of a store and environment. */
export function findWebhooks(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
): Promise<WebhookRow[]> {
  return db.query(sql`
    select ${columns} from webhook
    where store_id = ${storeId} and environment = ${environment} and disabled_at is null
    order by created_at, id`);
}
