import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'libpg-query';
import type { Node } from './scope.ts';
import type { Tables } from './store-faults.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../src/database/migrations');

/**
 * Small tables, and one view on them, that map something to its store, with the column that names
 * it. They are queried by merchant, address or code before the store is known.
 */
export const DIRECTORIES: ReadonlyMap<string, string> = new Map([
  ['store', 'id'],
  ['store_merchant', 'store_id'],
  ['usable_membership', 'store_id'],
  ['store_invitation', 'store_id'],
  ['portal_link', 'store_id'],
  ['portal_session', 'store_id'],
]);

/** Its rows belong to a scope; the store only determines who may receive the answer again. */
const OF_SCOPES = 'idempotency_key';

/** All other tables with a `store_id` are tenant tables. */
export function readTables(): Tables {
  const statements: Node[] = readdirSync(MIGRATIONS).flatMap(
    (file) => (parseSync(readFileSync(join(MIGRATIONS, file), 'utf8')) as Node).stmts,
  );
  const tenant = new Set<string>();
  for (const { stmt } of statements) {
    const columns: Node[] = stmt.CreateStmt?.tableElts ?? addedBy(stmt.AlterTableStmt);
    if (!columns.some(({ ColumnDef }) => ColumnDef?.colname === 'store_id')) continue;
    const { relname } = (stmt.CreateStmt ?? stmt.AlterTableStmt).relation;
    if (!DIRECTORIES.has(relname) && relname !== OF_SCOPES) tenant.add(relname);
  }
  return { tenant, directories: DIRECTORIES };
}

function addedBy(change: Node): Node[] {
  return (change?.cmds ?? []).map(({ AlterTableCmd }: Node) => AlterTableCmd?.def ?? {});
}
