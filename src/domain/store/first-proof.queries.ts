import { type Queryable, sql } from '../../database/database.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';

/** Disables the webhooks of the stores, in both environments. */
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

/** Unbinds the support addresses of the stores. */
export async function unbindSupportEmails(
  db: Queryable,
  storeIds: readonly Id<'STO'>[],
  now: Date,
): Promise<void> {
  await db.query(sql`
    update store set support_email = null, updated_at = ${nextUpdatedAt(now)}
    where ${isOfStores('id', storeIds)} and support_email is not null`);
}
