import { raw, type Sql } from '../database/database.ts';
import type { Access, Entity, Field, IdArgument, ObjectType, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import type { Reader, Scope } from './scope.ts';

type Rule = (row: Row, scope: Scope) => Sql;

/** Rows of the credential's environment. */
export const inEnvironment: Rule = (row, { environment }) =>
  raw(`${row}.environment = '${environment}'`);

/** What a merchant may read with either credential, whatever the role: members read too. */
export function merchants(where?: Rule): Pick<Record<Reader, Access>, 'apiKey' | 'dashboard'> {
  const access = where ? { where } : {};
  return { apiKey: access, dashboard: access };
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

/** What a description may leave to the rule: rows of a store, a list by store. */
export const ownedByStore = {
  by: byStore,
  store: 'store_id',
} as const satisfies Partial<Entity>;

/** Throws 403 when the credential may not read the field. */
export function requireReader(type: ObjectType, name: string, field: Field, scope: Scope): void {
  const access = 'access' in type ? (type as Entity).access[scope.reader] : undefined;
  const hidden = access?.fields && !access.fields.includes(name);
  if (hidden || (field.readers && !field.readers.includes(scope.reader))) {
    throw graphqlErrors.forbidden(`${type.name}.${name}`);
  }
}
