import type { Environment } from '../../contract/caller.ts';
import { type Queryable, type Sql, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface WatchedStore {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

/** A store, and the time from which its events were counted the last time. */
export interface CountedStore extends WatchedStore {
  readonly since: Date;
}

export interface LatestEvent extends WatchedStore {
  readonly eventId: string;
  readonly createdAt: Date;
  /**
   * Numbers of events from the store's time, and from the given time on, to compare with the next:
   * an event may be older than others that committed before it.
   */
  readonly countSince: number;
  readonly countFrom: number;
}

/** Maximum events to count: with more of them, the latest one changes anyway. */
const MAX_COUNTED = 1_000;

/** The latest event of each watched store, except samples; no row for a store without any. */
export function listLatestEvents(
  db: Queryable,
  watched: readonly CountedStore[],
  from: Date,
): Promise<LatestEvent[]> {
  const store = sql`event.store_id = watched."storeId" and event.environment = watched.environment`;
  return db.query(sql`
    select watched."storeId", watched.environment, latest.id as "eventId",
      latest.created_at as "createdAt", ${counts(store, sql`watched.since`, from)}
    from jsonb_to_recordset(${JSON.stringify(watched)}::jsonb)
      as watched("storeId" uuid, environment text, since timestamptz)
    cross join lateral (select id, created_at from event where ${store} and not sample
      order by created_at desc, id desc limit 1) latest`);
}

/** The same for one store, which a cluster runs on the store's node. */
export function listLatestEventOf(
  db: Queryable,
  { storeId, environment, since }: CountedStore,
  from: Date,
): Promise<LatestEvent[]> {
  const store = sql`event.store_id = ${storeId} and event.environment = ${environment}`;
  return db.query(sql`
    select store_id as "storeId", environment, id as "eventId", created_at as "createdAt",
      ${counts(store, sql`${since}`, from)}
    from event latest where latest.store_id = ${storeId} and latest.environment = ${environment}
      and not sample
    order by created_at desc, id desc limit 1`);
}

function counts(store: Sql, since: Sql, from: Date): Sql {
  const count = (start: Sql) => sql`(select count(*)::int from (
    select from event where ${store} and not event.sample and event.created_at >= ${start}::timestamptz
    limit ${MAX_COUNTED}) counted)`;
  return sql`${count(since)} as "countSince", ${count(sql`${from}`)} as "countFrom"`;
}
