import { raw, type Sql, sql } from '../database/database.ts';
import type { Entity, Row } from './description.ts';
import type { Scope } from './scope.ts';

/** SQL for the store of an entity's row; null if it belongs to none. */
export function storeOf({ store }: Pick<Entity, 'store'>, row: Row): string | null {
  return store && `${row}.${store}`;
}

/**
 * The conditions on the stores of an entity's rows: the given store (as SQL), or all stores of the
 * credential. Every statement has them for every table, so it can't reach rows of other stores.
 */
export function ofStore(entity: Entity, row: Row, store: string | null, { stores }: Scope): Sql[] {
  const own = storeOf(entity, row);
  if (own === null) return [];
  return [store === null ? sql`${raw(own)} = any(${stores})` : raw(`${own} = ${store}`)];
}

/** SQL for an entity's table under the row's name, with its joins. */
export function tableSql(entity: Entity, row: Row, scope: Scope): string {
  return `${entity.table} ${row}${joinsSql(entity, row, scope)}`;
}

/** SQL for the entity's joins, named after the row. */
export function joinsSql(entity: Entity, row: Row, { environment, reader }: Scope): string {
  const joins = (entity.joins ?? []).map(({ table, as, on, isOfAccount }) => {
    const store = isOfAccount ? '' : `${row}_${as}.store_id = ${storeOf(entity, row)} and `;
    return ` left join ${table} ${row}_${as} on ${store}${on(row, environment, reader)}`;
  });
  return joins.join('');
}
