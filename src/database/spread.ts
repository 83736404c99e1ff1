import { type Queryable, sql } from './database.ts';

/** Where a cluster keeps the tables; reference tables are in neither set. */
export interface Spread {
  /** Distributed over the nodes by `store_id`. */
  readonly ofStores: ReadonlySet<string>;
  readonly onCoordinator: ReadonlySet<string>;
}

/**
 * How the tables are distributed over a cluster (docs/guides/scaling.md); null for a single server.
 */
export async function readSpread(db: Queryable): Promise<Spread | null> {
  const [found] = await db.query<{ isCluster: boolean }>(sql`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`);
  if (!found?.isCluster) return null;
  const tables = await db.query<{ name: string; place: 'node' | 'everywhere' | null }>(sql`
    select relname::text as name,
      case when partmethod = 'h' then 'node' when repmodel = 't' then 'everywhere' end as place
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  const named = (place: 'node' | null) =>
    new Set(tables.filter((table) => table.place === place).map(({ name }) => name));
  const ofStores = named('node');
  return ofStores.size > 0 ? { ofStores, onCoordinator: named(null) } : null;
}
