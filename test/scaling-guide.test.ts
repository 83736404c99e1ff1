import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/database/database.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/guides/scaling.md'), 'utf8');
const plan = between(guide, '### What goes where', '### What has to be written first');

interface Table {
  readonly name: string;
  /** It has a `store_id` that is never null. */
  readonly isOfStore: boolean;
}

describe('the plan to spread the tables over nodes', () => {
  let test: TestDatabase;
  let tables: readonly Table[];

  beforeAll(async () => {
    test = await openTestDatabase();
    tables = await listTables(test);
  });
  afterAll(() => test.close());

  it('names every table once, and none that there is not', () => {
    const names = tables.map(({ name }) => name);
    expect(namedIn(plan).sort()).toEqual([...names].sort());
  });

  it('distributes by store only what always belongs to a store, and all of it', () => {
    const first = between(plan, '**Distributed by `store_id`', '**Distributed after a change**');
    const ofStore = tables.filter(({ isOfStore }) => isOfStore).map(({ name }) => name);
    expect(namedIn(first).sort()).toEqual(ofStore.sort());
  });
});

function listTables({ database }: TestDatabase): Promise<Table[]> {
  return database.query<Table>(sql`
    select table_name::text as name, exists (
      select from information_schema.columns column_
      where column_.table_schema = 'public' and column_.table_name = table_.table_name
        and column_name = 'store_id' and is_nullable = 'NO') as "isOfStore"
    from information_schema.tables table_
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
}

/** Names in backquotes, without those of columns. */
function namedIn(text: string): string[] {
  const columns = ['store_id', 'id', 'slug', 'scope'];
  const names = [...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name as string);
  return names.filter((name) => !columns.includes(name));
}

function between(text: string, start: string, end: string): string {
  return text.slice(text.indexOf(start), text.indexOf(end));
}
