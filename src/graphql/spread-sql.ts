import { raw, type Sql, sql } from '../database/database.ts';
import type { Scope } from './scope.ts';

const READ = /\b(?:from|join) ([a-z_]+)\b/g;

/**
 * Queries preceding a statement on a cluster: each limits a table, under its name, to rows of the
 * caller's stores. With one store, its node then runs the whole statement; with several, the rows
 * are collected first. None on a single server, or if no distributed table is read.
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

/** Whether a cluster's caller has several stores, which may be on different nodes. */
export function isOfSeveralStores({ spread }: Scope): boolean {
  return spread !== null && !spread.isOneStore;
}

/** The scope for a statement about one of the caller's stores. */
export function ofOneStore(scope: Scope): Scope {
  return { ...scope, spread: scope.spread && { ...scope.spread, isOneStore: true } };
}

/** Whether it reads through a merchant, whose memberships span several stores. */
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
