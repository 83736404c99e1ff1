import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SMALL_TABLES, statementsOf } from '../../test/support/migration-text.ts';
import { BASELINE } from './applied-migrations.ts';

/** The previous version keeps working during and after a migration (docs/migrations.md). */
const folder = join(import.meta.dirname, 'migrations');

interface Rule {
  readonly name: string;
  readonly breaks: (statement: string, made: ReadonlySet<string>) => boolean;
}

const tableOf = (statement: string) => /^alter table (?:only )?(\w+)/.exec(statement)?.[1] ?? '';
const isOld = (table: string, made: ReadonlySet<string>) =>
  table !== '' && !made.has(table) && !SMALL_TABLES.includes(table);

const RULES: readonly Rule[] = [
  {
    name: 'adds no column that must have a value and has no default',
    breaks: (statement, made) =>
      isOld(tableOf(statement), made) &&
      clauses(statement, /add column/).some(
        (part) => /not null/.test(part) && !/default/.test(part),
      ),
  },
  {
    name: 'adds no constraint that scans a table under a lock: `not valid`, or an index made before',
    breaks: (statement, made) =>
      isOld(tableOf(statement), made) &&
      clauses(statement, /add (constraint|check|foreign key|unique|primary key)/).some(
        (part) => !/not valid|using index/.test(part),
      ),
  },
  {
    name: 'sets no column not null on a table with rows',
    breaks: (statement, made) =>
      isOld(tableOf(statement), made) && /alter column \w+ set not null/.test(statement),
  },
  {
    name: 'rewrites no table: no change of a type, no volatile default',
    breaks: (statement, made) =>
      isOld(tableOf(statement), made) &&
      (/alter column \w+ (set data )?type/.test(statement) ||
        clauses(statement, /add column/).some((part) => /default [^,]*\(\)|generated/.test(part))),
  },
  {
    name: 'makes no index that locks a table out of writes',
    breaks: (statement, made) => {
      const [, table = ''] = /^create (?:unique )?index \w+ on (\w+)/.exec(statement) ?? [];
      return isOld(table, made);
    },
  },
  {
    name: 'drops and renames nothing that the version before uses',
    breaks: (statement, made) =>
      (isOld(tableOf(statement), made) && /(drop|rename) column|rename to/.test(statement)) ||
      /^drop table/.test(statement),
  },
  {
    name: 'changes no rows of a table that can be large: that is a job’s work, in batches',
    breaks: (statement, made) => {
      const [, table = ''] = /^(?:update|delete from) (\w+)/.exec(statement) ?? [];
      return isOld(table, made);
    },
  },
  {
    name: 'drops one object in a statement: a cluster refuses several',
    breaks: (statement) => /^drop [^(]*,/.test(statement),
  },
];

// The baseline had no running version to protect.
const files = readdirSync(folder).filter((name) => Number.parseInt(name, 10) > BASELINE);

describe.each(files)('migration %s', (name) => {
  it.each(RULES)('$name', (rule) => {
    expect(faults(readFileSync(join(folder, name), 'utf8'), rule)).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['alter table orders add column note text not null;', 0],
    ['alter table orders add constraint c check (total_minor > 0);', 1],
    ['alter table orders alter column status set not null;', 2],
    ['alter table payment alter column amount_minor type numeric;', 3],
    ['alter table payment add column token uuid default gen_random_uuid();', 3],
    ['create index late on event (type);', 4],
    ['alter table orders rename column status to state;', 5],
    ["update orders set metadata = '{}';", 6],
    ['drop index if exists orders_by_day, payment_by_day;', 7],
  ])('refuse %s', (text, place) => {
    expect(RULES.map((rule) => faults(text, rule).length > 0).indexOf(true)).toBe(place);
  });

  it.each([
    [
      'create table fresh (id uuid); create index i on fresh (id); alter table fresh add check (true);',
    ],
    ['alter table orders add column note text, add column kept boolean not null default false;'],
    ['alter table orders add constraint c check (total_minor > 0) not valid;'],
    ['create index small on webhook_key (active_from);'],
    ['drop index if exists orders_by_day;'],
    ['drop function bought(text, uuid);'],
    ['alter table orders add constraint k primary key using index k_made_before;'],
    ['alter table event rename to event_first; create table event (like event_first);'],
    [
      '-- update orders set x = 1;\ncreate function f() returns void language sql as $$ update orders set x = 1; $$;',
    ],
  ])('let through %s', (text) => {
    expect(RULES.flatMap((rule) => faults(text, rule))).toEqual([]);
  });
});

function faults(text: string, rule: Rule): string[] {
  const made = new Set<string>();
  const statements = statementsOf(text);
  return statements.filter((statement) => {
    if (isReplaced(statement, statements)) return false;
    const [, table] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? [];
    if (table) made.add(table);
    return rule.breaks(statement, made);
  });
}

/** Renamed and created again under the same name: a partitioned table that takes in the old one. */
function isReplaced(statement: string, statements: readonly string[]): boolean {
  const [, table] = /^alter table (\w+) rename to/.exec(statement) ?? [];
  return statements.some((other) => other.startsWith(`create table ${table} `));
}

/**
 * The clauses of `alter table` that start with the given words. A comma in parentheses does not end
 * one.
 */
function clauses(statement: string, begin: RegExp): string[] {
  const flat = statement.replaceAll(/\([^()]*(\([^()]*\)[^()]*)*\)/g, (inner) =>
    inner.replaceAll(',', ' '),
  );
  return flat.split(',').filter((part) => begin.test(part));
}
