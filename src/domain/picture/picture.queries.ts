import { type Queryable, sql } from '../../database/database.ts';
import { searchingStores } from '../../database/search-stores.ts';
import type { Id } from '../../kit/id.ts';

export interface PictureRow {
  readonly storeId: Id<'STO'>;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

const columns = sql`store_id as "storeId", hash, width, height, bytes,
  created_at as "createdAt"`;

/** Counts a store's pictures, including those being uploaded or removed. */
export async function countPictures(db: Queryable, storeId: Id<'STO'>): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from picture where store_id = ${storeId}`);
  return row?.count ?? 0;
}

/** The store's picture with that id, or no row. */
export function findPicture(
  db: Queryable,
  storeId: Id<'STO'>,
  hash: string,
): Promise<PictureRow[]> {
  return db.query<PictureRow>(sql`
    select ${columns} from picture
    where store_id = ${storeId} and hash = ${hash} and removed_at is null`);
}

/** Records a picture before it is stored, or restores a deleted one; no row during its removal. */
export function notePicture(db: Queryable, picture: PictureRow): Promise<PictureRow[]> {
  const { storeId, hash, width, height, bytes, createdAt } = picture;
  return db.query<PictureRow>(sql`
    insert into picture (store_id, hash, width, height, bytes, created_at)
    values (${storeId}, ${hash}, ${width}, ${height}, ${bytes}, ${createdAt})
    on conflict (store_id, hash) do update set removed_at = null,
      created_at = case when picture.stored_at is null then excluded.created_at
        else picture.created_at end
      where not picture.is_removing
    returning ${columns}`);
}

/** Marks the picture as stored; returns no row if it is being removed. */
export function markStored(
  db: Queryable,
  storeId: Id<'STO'>,
  hash: string,
  now: Date,
): Promise<PictureRow[]> {
  return db.query<PictureRow>(sql`
    update picture set stored_at = coalesce(stored_at, ${now})
    where store_id = ${storeId} and hash = ${hash} and not is_removing
    returning ${columns}`);
}

/** Schedules the picture for removal; returns no row if the store doesn't have it. */
export function releasePicture(
  db: Queryable,
  storeId: Id<'STO'>,
  hash: string,
  now: Date,
): Promise<PictureRow[]> {
  return db.query<PictureRow>(sql`
    update picture set removed_at = ${now}
    where store_id = ${storeId} and hash = ${hash} and removed_at is null
    returning ${columns}`);
}

/** Pictures released, or recorded but never stored, before these times are due for removal. */
export interface RemovalTimes {
  readonly removedAt: Date;
  readonly notedAt: Date;
}

/** Stores with pictures that are due for removal. */
export async function findStoresWithRemovals(
  db: Queryable,
  before: RemovalTimes,
): Promise<Id<'STO'>[]> {
  const rows = await searchingStores(db).query<{ storeId: Id<'STO'> }>(sql`
    select distinct store_id as "storeId" from picture
    where removed_at <= ${before.removedAt}
      or (stored_at is null and created_at <= ${before.notedAt})`);
  return rows.map(({ storeId }) => storeId);
}

/** Claims pictures of a store that are due for removal, including those of a crashed worker. */
export function claimRemovals(
  db: Queryable,
  storeId: Id<'STO'>,
  before: RemovalTimes,
  limit: number,
): Promise<Pick<PictureRow, 'hash'>[]> {
  return db.query(sql`
    update picture set is_removing = true
    from (select hash from picture
      where store_id = ${storeId} and (removed_at <= ${before.removedAt}
        or (stored_at is null and created_at <= ${before.notedAt}))
      limit ${limit} for update skip locked) due
    where picture.store_id = ${storeId} and picture.hash = due.hash
    returning picture.hash`);
}

/** Deletes the row of a picture that was removed. */
export async function deletePicture(
  db: Queryable,
  storeId: Id<'STO'>,
  hash: string,
): Promise<void> {
  await db.query(sql`
    delete from picture where store_id = ${storeId} and hash = ${hash} and is_removing`);
}
