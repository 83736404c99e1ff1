import { committingTogether } from './commit-together.ts';
import { type Database, type Queryable, sql, type Tx } from './database.ts';
import type { Statement } from './statement.ts';

/**
 * How much a lock on a store keeps others from, like the row locks of the same names: `key share`
 * from deleting the store, `no key update` from changing it and what is counted per store too,
 * `update` from everything else that locks it.
 */
export type StoreLock = 'key share' | 'no key update' | 'update';

/** Clauses that lock rows of tables that are copied to every node. */
export const LOCKS = / for (?:(?:key share|no key update|update) of store|share of member)\b/g;

/** Rewritten texts of the service's own statements, of which there is a fixed number. */
const unlocked = new Map<string, string>();

/**
 * For a statement that locks rows of `store`: on a cluster, the guards of these stores precede it.
 * Both are sent when `query` is called, so statements sent later see what the locks waited for.
 */
export function lockingStores(
  db: Queryable,
  lock: StoreLock,
  storeIds: readonly string[],
): Pick<Queryable, 'query'> {
  if (!db.guardsStores) return db;
  return {
    query: async <Row>(statement: Statement) => {
      const sent = [guardStores(db, lock, storeIds), db.query<Row>(statement)] as const;
      const [, rows] = await Promise.all(sent);
      return rows;
    },
  };
}

/**
 * Locks stores until the transaction ends. Only on a cluster: there, a lock of a row that is copied
 * to every node would keep out all other such locks. The coordinator's advisory locks take its
 * place, and are named by the store.
 */
export async function guardStores(
  db: Queryable,
  lock: StoreLock,
  storeIds: readonly string[],
): Promise<void> {
  if (!db.guardsStores || storeIds.length === 0) return;
  const existence = sql`hashtextextended(id::text, 1)`;
  const change = sql`hashtextextended(id::text, 2)`;
  const locked = {
    'key share': sql`pg_advisory_xact_lock_shared(${existence})`,
    'no key update': sql`pg_advisory_xact_lock_shared(${existence}), pg_advisory_xact_lock(${change})`,
    update: sql`pg_advisory_xact_lock(${existence}), pg_advisory_xact_lock(${change})`,
  }[lock];
  await db.query(sql`select ${locked} from unnest(${storeIds.toSorted()}::uuid[]) id`);
}

/** The database of a cluster: guards lock its stores, and statements no longer do. */
export function onCluster(database: Database): Database {
  if (database.guardsStores) return database;
  return {
    ...database,
    guardsStores: true,
    query: (statement) => database.query(withoutLocks(statement)),
    transaction: (work) => database.transaction((tx) => work(guarding(tx))),
  };
}

function guarding(tx: Tx): Tx {
  const query = committingTogether(tx);
  return { ...tx, guardsStores: true, query: (statement) => query(withoutLocks(statement)) };
}

function withoutLocks(statement: Statement): Statement {
  const { text, values, ...rest } = statement;
  if (rest.isSingleUse || rest.isOneOfMany) return statement;
  let rewritten = unlocked.get(text);
  if (rewritten === undefined) {
    rewritten = text.replace(LOCKS, '');
    unlocked.set(text, rewritten);
  }
  return rewritten === text ? statement : { ...rest, text: rewritten, values };
}
