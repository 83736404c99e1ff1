import { raw, type Sql, sql } from '../database/database.ts';
import type { Entity, Row } from './description.ts';
import type { Scope } from './scope.ts';

/** SQL of the store of an entity's row; null: it is of none. */
export function storeOf({ store }: Pick<Entity, 'store'>, row: Row): string | null {
  return store && `${row}.${store}`;
}

/**
 * The conditions that say whose rows an entity's are: of the given store, SQL of one, or of all that
 * the credential may use. Every statement has them for every table, so that it means rows of those
 * stores whatever else it says.
 */
export function ofStore(entity: Entity, row: Row, store: string | null, { stores }: Scope): Sql[] {
  const own = storeOf(entity, row);
  if (own === null) return [];
  return [store === null ? sql`${raw(own)} = any(${stores})` : raw(`${own} = ${store}`)];
}

/** SQL of an entity's table under the row's name, with its joins. */
export function tableSql(entity: Entity, row: Row, scope: Scope): string {
  return `${entity.table} ${row}${joinsSql(entity, row, scope)}`;
}

/** SQL of the entity's joins, which follow the row's name. */
export function joinsSql(entity: Entity, row: Row, { environment }: Scope): string {
  const joins = (entity.joins ?? []).map(({ table, as, on, isOfAccount }) => {
    const store = isOfAccount ? '' : `${row}_${as}.store_id = ${storeOf(entity, row)} and `;
    return ` left join ${table} ${row}_${as} on ${store}${on(row, environment)}`;
  });
  return joins.join('');
}
