import { raw, type Sql } from '../../database/database.ts';
import type { Scope } from '../scope.ts';

/**
 * Whether an analysis covers several stores of a cluster: then each node computes the queries that
 * read tables for its own stores, and the analysis adds up their rows.
 */
export function isOfNodes({ spread }: Scope): boolean {
  return spread !== null && !spread.isOneStore;
}

/** SQL for the table's name. With the schema, rows aren't gathered in one place first. */
export function tableOf(name: string, scope: Scope): string {
  return isOfNodes(scope) ? `public.${name}` : name;
}

/** SQL after the name of a query that reads tables. */
export function asRead(scope: Scope, usual = 'as'): Sql {
  return raw(isOfNodes(scope) ? 'as materialized' : usual);
}
