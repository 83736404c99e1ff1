import { raw, type Sql } from '../database/database.ts';
import type { Access, Entity, Field, IdArgument, ObjectType, Row } from './description.ts';
import { graphqlErrors } from './errors.ts';
import type { Reader, Scope } from './scope.ts';

type Rule = (row: Row, scope: Scope) => Sql;

/** Rows of the credential's environment. */
export const inEnvironment: Rule = (row, { environment }) =>
  raw(`${row}.environment = '${environment}'`);

/** What merchants can read with either credential in any role, including members. */
export function merchants(where?: Rule): Pick<Record<Reader, Access>, 'apiKey' | 'dashboard'> {
  const access = where ? { where } : {};
  return { apiKey: access, dashboard: access };
}

export const MERCHANTS: readonly Reader[] = ['apiKey', 'dashboard'];

/** The argument `storeId` of a list. */
export const byStore = {
  storeId: {
    description:
      'Limits the list to this store; by default all stores that the credential can read.',
    prefix: 'STO',
    column: (row) => `${row}.store_id`,
  },
} satisfies Readonly<Record<string, IdArgument>>;

/** Order of a table without its own ID. */
export const byCreation = (row: Row, tie: string) => `${row}.created_at desc, ${row}.${tie}`;

/** Defaults for a description: rows belong to a store, a list is limited by store. */
export const ownedByStore = {
  by: byStore,
  store: 'store_id',
} as const satisfies Partial<Entity>;

/** Throws 403 if the credential can't read the field. */
export function requireReader(type: ObjectType, name: string, field: Field, scope: Scope): void {
  const access = 'access' in type ? (type as Entity).access[scope.reader] : undefined;
  const hidden = access?.fields && !access.fields.includes(name);
  if (hidden || (field.readers && !field.readers.includes(scope.reader))) {
    throw graphqlErrors.forbidden(`${type.name}.${name}`);
  }
}
