import { raw, type Sql, sql } from '../database/database.ts';
import type { Access, Entity, Field, IdArgument, ObjectType, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import type { Reader, Scope } from './scope.ts';

type Rule = (row: Row, scope: Scope) => Sql;

/** Rows of the credential's live stores. */
export const inStores: Rule = (row, { stores }) => sql`${raw(row)}.store_id = any(${stores})`;

/** Rows of the credential's live stores and its environment. */
export const inEnvironment: Rule = (row, scope) =>
  sql`${inStores(row, scope)} and ${raw(`${row}.environment = '${scope.environment}'`)}`;

/** What a merchant may read with either credential, whatever the role: members read too. */
export function merchants(where: Rule): Pick<Record<Reader, Access>, 'apiKey' | 'dashboard'> {
  return { apiKey: { where }, dashboard: { where } };
}

export const MERCHANTS: readonly Reader[] = ['apiKey', 'dashboard'];

/** The argument `storeId` of a list. */
export const byStore: Readonly<Record<string, IdArgument>> = {
  storeId: {
    description: 'Only of this store; without it, of all stores that the credential may read.',
    prefix: 'STO',
    column: (row) => `${row}.store_id`,
  },
};

/** Order of a table without an id of its own. */
export const byCreation = (row: Row, tie: string) => `${row}.created_at desc, ${row}.${tie}`;

/** What a description may leave to the rule: plain UUIDs, a list by store. */
export const ownedByStore = {
  by: byStore,
  storeColumn: 'store_id',
} as const satisfies Partial<Entity>;

/** Throws 403 when the credential may not read the field. */
export function requireReader(type: ObjectType, name: string, field: Field, scope: Scope): void {
  const access = 'access' in type ? (type as Entity).access[scope.reader] : undefined;
  const hidden = access?.fields && !access.fields.includes(name);
  if (hidden || (field.readers && !field.readers.includes(scope.reader))) {
    throw graphqlErrors.forbidden(`${type.name}.${name}`);
  }
}
