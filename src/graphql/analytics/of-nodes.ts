import { raw, type Sql } from '../../database/database.ts';
import type { Scope } from '../scope.ts';
import { isOfSeveralStores } from '../spread-sql.ts';

/*
 * An analysis of several stores of a cluster: each node computes the queries that read tables for its
 * own stores, and the analysis adds up their rows.
 */

/** SQL for the table's name. With the schema, rows aren't gathered in one place first. */
export function tableOf(name: string, scope: Scope): string {
  return isOfSeveralStores(scope) ? `public.${name}` : name;
}

/** SQL after the name of a query that reads tables. */
export function asRead(scope: Scope, usual = 'as'): Sql {
  return raw(isOfSeveralStores(scope) ? 'as materialized' : usual);
}
