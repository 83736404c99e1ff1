import { raw, type Sql, sql } from '../database/database.ts';
import type { Scope } from './scope.ts';

const READ = /\b(?:from|join) ([a-z_]+)\b/g;

/**
 * Queries that open a statement on a cluster: under the name of each table stand the rows of the
 * caller's stores alone. The node that has the one store then runs the whole statement; of several
 * stores the rows are brought together first. None on one server, nor where nothing that is read is
 * spread.
 */
export function gathered(statement: Sql, { spread, stores }: Scope): Sql[] {
  if (!spread) return [];
  const { ofStores, onCoordinator, isOneStore } = spread;
  const read = tablesIn(statement);
  const named = (tables: ReadonlySet<string>) => read.filter((name) => tables.has(name));
  const far = named(ofStores);
  if (far.length === 0) return [];
  const rows = (name: string, how: string) =>
    sql`${raw(name)} as ${raw(how)} (select * from ${raw(`public.${name}`)} where store_id = any(${stores}))`;
  return [
    ...far.map((name) => rows(name, isOneStore ? 'not materialized' : 'materialized')),
    ...named(onCoordinator).map((name) => rows(name, 'materialized')),
  ];
}

/** The scope of a statement about one store of the caller's. */
export function ofOneStore(scope: Scope): Scope {
  return { ...scope, spread: scope.spread && { ...scope.spread, isOneStore: true } };
}

/** Whether it goes through a merchant, whose memberships are of several stores. */
export function leadsElsewhere({ sql: text }: Sql): boolean {
  return /\bfrom merchant t\d/.test(text);
}

/** Whether it reads rows of a cluster's coordinator. */
export function isOnCoordinator(value: Sql, { spread }: Scope): boolean {
  return spread !== null && tablesIn(value).some((name) => spread.onCoordinator.has(name));
}

function tablesIn({ sql: text }: Sql): string[] {
  return [...new Set(Array.from(text.matchAll(READ), ([, name]) => name as string))];
}
