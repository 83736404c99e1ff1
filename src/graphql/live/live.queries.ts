import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface WatchedStore {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

export interface LatestEvent extends WatchedStore {
  readonly eventId: string;
  readonly createdAt: Date;
}

/** The latest event of each watched store, except samples; no row for a store without any. */
export function listLatestEvents(
  db: Queryable,
  watched: readonly WatchedStore[],
): Promise<LatestEvent[]> {
  return db.query(sql`
    select watched."storeId", watched.environment, latest.id as "eventId",
      latest.created_at as "createdAt"
    from jsonb_to_recordset(${JSON.stringify(watched)}::jsonb)
      as watched("storeId" uuid, environment text)
    cross join lateral (select id, created_at from event
      where store_id = watched."storeId" and environment = watched.environment and not sample
      order by created_at desc, id desc limit 1) latest`);
}

/** The same for one store, which a cluster runs on the store's node. */
export function listLatestEventOf(
  db: Queryable,
  { storeId, environment }: WatchedStore,
): Promise<LatestEvent[]> {
  return db.query(sql`
    select store_id as "storeId", environment, id as "eventId", created_at as "createdAt" from event
    where store_id = ${storeId} and environment = ${environment} and not sample
    order by created_at desc, id desc limit 1`);
}
