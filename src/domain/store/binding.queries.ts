import { type Queryable, sql } from '../../database/database.ts';
import { nextUpdatedAt } from '../../database/later.ts';
import { isOfStores } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { type StoreRow, storeColumns } from './store.queries.ts';

/** Sets the store's support email; null unbinds it. */
export function bindSupportEmail(
  db: Queryable,
  id: Id<'STO'>,
  email: string | null,
  now: Date,
): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    update store set support_email = ${email}, updated_at = ${nextUpdatedAt(now)}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}

/** Unbinds the support emails of the stores. */
export async function unbindSupportEmails(
  db: Queryable,
  storeIds: readonly Id<'STO'>[],
  now: Date,
): Promise<void> {
  await db.query(sql`
    update store set support_email = null, updated_at = ${nextUpdatedAt(now)}
    where ${isOfStores('id', storeIds)} and support_email is not null`);
}

/** Sets the store's website; null unbinds it. */
export function bindWebsite(
  db: Queryable,
  id: Id<'STO'>,
  website: string | null,
  now: Date,
): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    update store set website = ${website}, updated_at = ${nextUpdatedAt(now)}
    where id = ${id} and deleted_at is null
    returning ${storeColumns}`);
}

/** Finds the store. */
export function findStore(db: Queryable, id: Id<'STO'>): Promise<StoreRow[]> {
  return db.query<StoreRow>(sql`
    select ${storeColumns} from store where id = ${id} and deleted_at is null`);
}
