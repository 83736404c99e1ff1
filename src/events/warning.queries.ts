import type { Environment } from '../contract/caller.ts';
import { type Queryable, sql } from '../database/database.ts';
import type { Id } from '../kit/id.ts';

/** Stores with warnings their merchants haven't been notified of. */
export async function findStoresWithWarnings(db: Queryable): Promise<Id<'STO'>[]> {
  const rows = await db.query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from webhook_warning where told_at is null`);
  return rows.map(({ storeId }) => storeId);
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
      webhook.failing_since as "failingSince"`);
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
}
