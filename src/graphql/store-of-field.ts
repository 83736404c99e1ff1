import { raw, type Sql, sql } from '../database/database.ts';
import type { Given } from './description.ts';
import { readId } from './filter-sql.ts';
import { storeOf, tableSql } from './of-store.ts';
import { hasId, type RootField } from './root-fields.ts';
import type { Scope } from './scope.ts';
import { isOfSeveralStores } from './spread-sql.ts';

/**
 * The query that finds the one store of a root field if a cluster's caller has several, so that a
 * node can run the field's statement. Null if the field covers all of them.
 */
export function storeOfField(root: RootField, given: Given, scope: Scope): Sql | null {
  if (!isOfSeveralStores(scope)) return null;
  const { storeId, storeSlug } = given.values;
  if (storeId != null) {
    const id = given.bind((values) => readId('STO', String(values.storeId)));
    return sql`select ${id}::uuid as id`;
  }
  if (storeSlug != null) {
    const slug = given.bind((values) => values.storeSlug);
    return sql`select id from store where slug = ${slug}::text`;
  }
  if (root.kind !== 'single' || root.entity.store === null) return null;
  const { entity } = root;
  const store = raw(storeOf(entity, 'one') as string);
  return sql`select ${store} as id from ${raw(tableSql(entity, 'one', scope))}
    where ${store} = any(${scope.stores}) and ${hasId(entity, 'one', given)}`;
}
