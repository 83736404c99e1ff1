import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, migrationFiles, numberOf } from '../../src/database/applied-migrations.ts';
import { raw, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { SMALL_TABLES, statementsOf } from '../support/migration-text.ts';
import { needs } from '../support/needs.ts';
import { filesOfPreviousRelease } from '../support/previous-release.ts';
import { administer, withDatabase } from '../support/server-database.ts';
import { root } from '../support/service-process.ts';

/** An index that a migration creates on a table of the previous release. */
interface NewIndex {
  readonly migration: string;
  /** What an operator runs before the upgrade. */
  readonly statement: string;
}

const [, notes = ''] =
  /### Before you upgrade\n(.*?)\n### /s.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ??
  [];

describe('what to do before an upgrade', needs('previous'), () => {
  it('includes every index on a large table, by its statement or its migration', () => {
    const unnamed = indexesOnOldTables().filter(
      ({ migration, statement }) => !notes.includes(migration) && !notes.includes(statement),
    );
    expect(unnamed).toEqual([]);
  });

  it('names only migrations and indexes that the upgrade brings', () => {
    const added = migrationsSince();
    const named = [...notes.matchAll(/migrations?[ /](\d{3}[\w.-]*)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !added.some((file) => file.startsWith(name)))).toEqual([]);
    const statements = indexesOnOldTables().map(({ statement }) => statement);
    const written = [...notes.matchAll(/`(create (?:unique )?index concurrently [^`]+)`/g)];
    expect(
      written.map(([, text]) => text).filter((text) => !statements.includes(text ?? '')),
    ).toEqual([]);
  });

  it(
    'can be done on the previous schema, and the upgrade accepts it',
    needs('plain-server'),
    async () => {
      const serverUrl = process.env.TEST_DATABASE_URL as string;
      const name = `tillgate_notes_${randomBytes(4).toString('hex')}`;
      await administer(serverUrl, `create database ${name}`);
      const database = await openServer(withDatabase(serverUrl, name), 2, 30_000);
      try {
        const [first = ''] = migrationsSince();
        await migrate(database, numberOf(first) - 1);
        const indexes = indexesOnOldTables().map(({ statement }) => statement);
        for (const statement of [...notedColumns(), ...indexes]) {
          await database.query(sql`${raw(statement)}`);
        }
        expect((await migrate(database)).length).toBe(migrationsSince().length);
      } finally {
        await database.close();
        await administer(serverUrl, `drop database ${name} with (force)`);
      }
    },
  );
});

function migrationsSince(): string[] {
  const before = filesOfPreviousRelease('src/database/migrations');
  return migrationFiles()
    .filter((name) => !before.includes(name))
    .sort();
}

/** What the notes say to run before an index on a new column. */
function notedColumns(): string[] {
  const added = [...notes.matchAll(/`(alter table \w+ add column if not exists [^`]+)`/g)];
  return added.map(([, statement = '']) => statement);
}

function indexesOnOldTables(): NewIndex[] {
  const exempt = new Set(SMALL_TABLES);
  const found: NewIndex[] = [];
  for (const migration of migrationsSince()) {
    for (const statement of statementsOf(readFileSync(join(MIGRATIONS, migration), 'utf8'))) {
      const [, made] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? [];
      if (made) exempt.add(made);
      const [, table] =
        /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/.exec(statement) ?? [];
      if (!table || exempt.has(table)) continue;
      const beforehand = statement.replace(/ index (if not exists )?/, ' index concurrently ');
      found.push({ migration, statement: beforehand });
    }
  }
  return found;
}
