import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from './support/source-files.ts';

const MIGRATIONS = join(import.meta.dirname, '../src/database/migrations');
const WRITE =
  /\b(?:insert\s+into|(?<!for\s)(?<!key\s)update|delete\s+from)\s+(?:only\s+)?(\w+|\$\{)/g;
/** Folders that delete personal data and expired rows, whatever table they are in. */
const EVERYWHERE = ['src/domain/personal-data', 'src/domain/retention'];
/** Exceptions, each with its reason. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  // The statement that records attempts also updates the state of their webhooks: one round trip
  // for a batch.
  webhook: ['src/domain/store', 'src/events'],
  // A statement of `commit-together.ts`, which changes no row.
  email_change: ['src/database', 'src/domain/merchant'],
};
/** Files whose statements compute the table's name, so that only a person can tell the tables. */
const COMPUTED = [
  // Restores a backup of every table.
  'src/database/load-dump.ts',
  // Fills in `store_id` of older rows before their table is distributed over several servers.
  'src/database/distribution.ts',
  // Replaces secrets in every table that has them, after `SECRET_KEY` has changed.
  'src/domain/secret-key/sealed.queries.ts',
  // Move rows between partitions of one table, or compute sums in tables of their own folder.
  'src/events/log-partitions.queries.ts',
  'src/graphql/analytics/rollup.queries.ts',
];

it('has only one folder write each table, except for listed statements', () => {
  const tables = new Set(
    readdirSync(MIGRATIONS).flatMap((file) =>
      [...readFileSync(join(MIGRATIONS, file), 'utf8').matchAll(/create table (\w+)/g)].map(
        ([, name]) => name as string,
      ),
    ),
  );
  const writers = new Map<string, Set<string>>();
  const computed = new Set<string>();
  for (const [path, text] of readSources(['src'])) {
    const folder = path
      .split('/')
      .slice(0, path.startsWith('src/domain/') ? 3 : 2)
      .join('/');
    if (EVERYWHERE.includes(folder)) continue;
    for (const [, table] of text.matchAll(WRITE)) {
      if (table === '${') computed.add(path);
      if (!table || !tables.has(table)) continue;
      writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }
  }
  const several = [...writers].filter(([, folders]) => folders.size > 1);
  expect(
    Object.fromEntries(several.map(([table, folders]) => [table, [...folders].sort()])),
  ).toEqual(SHARED);
  expect([...computed].sort()).toEqual(COMPUTED.toSorted());
  expect(writers.size).toBeGreaterThan(40);
});
