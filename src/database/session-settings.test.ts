import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { type Database, sql } from './database.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open.ts';
import { refuseOtherDefaults } from './session-settings.ts';

const serverUrl = process.env.TEST_DATABASE_URL as string;
const TIMEOUT_MS = 10_000;
const HOSTILE = {
  DateStyle: 'German',
  TimeZone: 'Asia/Kathmandu',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  lock_timeout: '50ms',
  client_min_messages: 'log',
};
const NOON = new Date('2026-03-04T12:00:00.123Z');

describe('a database with unusual defaults', needs('plain-server'), () => {
  const name = `tillgate_defaults_${randomBytes(4).toString('hex')}`;
  const parts = {} as { database: Database };
  beforeAll(async () => {
    await administer(serverUrl, `create database ${name}`);
    for (const [setting, value] of Object.entries(HOSTILE)) {
      await administer(serverUrl, `alter database ${name} set ${setting} = '${value}'`);
    }
    // Every session then reports the duration of each commit, too.
    await administer(serverUrl, `alter database ${name} set log_min_duration_statement = 0`);
    parts.database = await openServer(withDatabase(serverUrl, name), 2, TIMEOUT_MS);
    await parts.database.query(sql`create table sale (sold_at timestamptz, amount float8)`);
    await parts.database.query(sql`insert into sale values (${NOON}, 0.1)`);
  });
  afterAll(async () => {
    await parts.database.close();
    await administer(serverUrl, `drop database ${name} with (force)`);
  });

  it('gives the same times, numbers and matches', async () => {
    const rows = await parts.database.query(sql`
      select sold_at as "soldAt", sold_at::text as text, amount,
        'a(b' ~ '^a\\(b$' as "isMatch" from sale`);
    expect(rows).toEqual([
      { soldAt: NOON, text: '2026-03-04 12:00:00.123+00', amount: 0.1, isMatch: true },
    ]);
  });

  it('lets two transactions change a row in turn, and commit', async () => {
    const change = () =>
      parts.database.transaction(async (tx) => {
        await tx.query(sql`select from sale`);
        await tx.query(sql`update sale set amount = amount + 1`);
        await tx.query(sql`select pg_sleep(0.2)`);
      });
    await Promise.all([change(), change()]);
    expect(await parts.database.query(sql`select amount from sale`)).toEqual([{ amount: 2.1 }]);
  });

  it('is refused behind a pooler, which can’t change them, with what to run', async () => {
    const refused = refuseOtherDefaults(parts.database);
    await expect(refused).rejects.toThrow("set DateStyle = 'ISO'; alter role");
    await expect(refused).rejects.toThrow("set extra_float_digits = '1'");
    await expect(refused).rejects.toThrow("set default_transaction_isolation = 'read committed'");
    await expect(refused).rejects.not.toThrow('TimeZone');
    const usual = await openServer(serverUrl, 1, TIMEOUT_MS);
    await refuseOtherDefaults(usual);
    await usual.close();
  });
});

describe('an empty database', needs('plain-server'), () => {
  it.each([
    ["encoding 'SQL_ASCII' locale 'C'", 'The database has the encoding SQL_ASCII. Create it with'],
    ["locale_provider icu icu_locale 'tr' locale 'C.UTF-8'", 'the lowercase of I is ı. Create it'],
  ])('with %s is refused with how to create it', async (options, message) => {
    const name = `tillgate_unfit_${randomBytes(4).toString('hex')}`;
    await administer(serverUrl, `create database ${name} ${options} template template0`);
    const database = await openServer(withDatabase(serverUrl, name), 1, TIMEOUT_MS);
    await expect(migrate(database)).rejects.toThrow(message);
    await database.close();
    await administer(serverUrl, `drop database ${name} with (force)`);
  });
});
