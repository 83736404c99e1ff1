import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distribute, finishDistribution } from '../../src/database/distribute.ts';
import type { Distribution } from '../../src/database/distribution.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { needs } from '../support/needs.ts';
import { runTillgate } from '../support/run-command.ts';
import { administer, askServer, withDatabase } from '../support/server-database.ts';
import { buildService, withFolder } from '../support/service-process.ts';

/** The pool's timeout, which each slow statement exceeds, and its margin. */
const TIMEOUT_MS = 500;
const SLOW_SECONDS = 2;
const MIGRATING_MS = 60_000;
/** Stands in for the extension, of which these tests need only what is called here. */
const CITUS = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', oid, 2200, false, '13.2' from pg_authid where rolname = current_user;
  create function citus_get_active_worker_nodes() returns setof integer
    language sql as 'select generate_series(1, 2)';
  create table pg_dist_partition (partmethod text, repmodel text);
  insert into pg_dist_partition values ('h', 's');
  create table finished (name regclass);
  create function truncate_local_data_after_distributing_table(regclass) returns void
    language sql as 'select pg_sleep(${SLOW_SECONDS}); insert into finished values ($1)';
  create view slow as select 1 as row where pg_sleep(${SLOW_SECONDS})::text = '';`;

const plan: Distribution = {
  ...{ copied: [], ofStores: ['slow'], onCoordinator: [], obstacles: [], statements: [] },
};

describe('a distribution', needs('plain-server'), () => {
  const name = `tillgate_distribute_${randomBytes(4).toString('hex')}`;
  const serverUrl = process.env.TEST_DATABASE_URL as string;
  const parts = {} as { url: string };
  beforeAll(async () => {
    await buildService();
    await administer(serverUrl, `create database ${name}`);
    parts.url = withDatabase(serverUrl, name);
    const database = await openServer(parts.url, 1, MIGRATING_MS);
    await migrate(database).finally(() => database.close());
    await administer(parts.url, CITUS);
  }, 180_000);
  afterAll(() => administer(serverUrl, `drop database if exists ${name} with (force)`));

  const finished = async () => (await askServer(parts.url, 'select from finished')).rowCount;

  it('has time to count large tables and to remove their rows from the coordinator', async () => {
    const database = await openServer(parts.url, 1, TIMEOUT_MS);
    try {
      await distribute(database, plan, () => {});
      await finishDistribution(database, plan);
    } finally {
      await database.close();
    }
    expect(await finished()).toBe(1);
    await administer(parts.url, 'truncate finished');
  }, 60_000);

  it('isn’t finished without --yes if it was interrupted', async () => {
    await withFolder(async (folder) => {
      const shown = await runTillgate(folder, ['distribute'], { DATABASE_URL: parts.url });
      expect(shown).toEqual({
        ...{ code: 0, stderr: '' },
        stdout:
          'The tables are already distributed. With --yes, rows left on the coordinator are removed.\n',
      });
      expect(await finished()).toBe(0);
    });
  }, 60_000);
});
