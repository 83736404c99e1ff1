import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationFiles } from '../../src/database/applied-migrations.ts';
import { type Database, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { askAsMerchant } from '../graphql/asking.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { needs, programs } from '../support/needs.ts';
import { runTillgate } from '../support/run-command.ts';
import { dataOf } from '../support/selling.ts';
import { administer, askServer, withDatabase } from '../support/server-database.ts';
import {
  freePort,
  makeServerFolder,
  removeFolder,
  type Server,
  startServer,
} from '../support/server-programs.ts';
import { buildService, withFolder } from '../support/service-process.ts';
import { startTestApp, TEST_SECRET_KEY, type TestApp } from '../support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** PgBouncer in transaction mode between the service and its database. */
const program = programs.pgbouncer;

const TIMEOUT_MS = 10_000;
const parts = {} as { folder: string; pooler: Server; source: TestDatabase; test: TestApp };

describe('a pooler in transaction mode', needs('plain-server', 'pgbouncer'), () => {
  beforeAll(async () => {
    parts.source = await openTestDatabase();
    parts.folder = await makeServerFolder();
    parts.pooler = await startPooler(parts.source.url as string);
    const direct = { isPooled: true, listenUrl: parts.source.url };
    const database = await openServer(parts.pooler.url, 10, TIMEOUT_MS, direct);
    const close = () => database.close();
    parts.test = await startTestApp({ database, url: parts.pooler.url, close });
  });

  afterAll(async () => {
    await parts.test.app.http.close();
    await parts.test.app.worker.stop();
    await parts.test.database.close();
    await parts.pooler.stop();
    await parts.source.close();
    await removeFolder(parts.folder);
  });

  it('serves reads and writes of many callers over two server connections', async () => {
    const merchant = await makeMerchant(parts.test);
    const makeOne = async (number: number) => {
      const store = dataOf(
        await merchant.call('store/create-store', { name: `S ${number}` }),
      ).store;
      return dataOf(await merchant.call('store/update-store', { id: store.id, name: 'Renamed' }));
    };
    const made = await Promise.all(Array.from({ length: 18 }, (_, number) => makeOne(number)));
    expect(made.map(({ store }) => store.name)).toEqual(made.map(() => 'Renamed'));
    const { rows } = await parts.test.database.session((connection) =>
      connection.query(
        'select count(distinct pid)::int as count from pg_stat_activity ' +
          "where datname = current_database() and backend_type = 'client backend'",
      ),
    );
    // The pooler's two, the test's own connection and the one that listens for notifications.
    expect(rows[0].count).toBeLessThanOrEqual(4);
  });

  it('answers the same GraphQL query repeatedly', async () => {
    const merchant = await makeMerchant(parts.test);
    await makeStore(merchant);
    const asking = Array.from({ length: 20 }, () =>
      askAsMerchant(parts.test, merchant)('{ stores { name } }'),
    );
    for (const reply of await Promise.all(asking)) {
      expect(reply.body.data.stores).toHaveLength(1);
    }
  });

  it('lets notifications bypass it, and migrations pass', async () => {
    const { database } = parts.test;
    const heard = new Promise<string>((resolve) => {
      const stop = database.onWake((job) => {
        stop();
        resolve(job);
      });
    });
    await database.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      tx.wake('a-job');
    });
    expect(await heard).toBe('a-job');
    expect(await migrate(database)).toEqual([]);
  });

  it('keeps no lock of the migrations that ran through it', async () => {
    const serverUrl = parts.source.url as string;
    const name = `tillgate_pooled_${randomBytes(4).toString('hex')}`;
    await administer(serverUrl, `create database ${name}`);
    const url = withDatabase(parts.pooler.url, name);
    const [one, other] = await Promise.all(
      [url, url].map((each) => openServer(each, 2, TIMEOUT_MS, { isPooled: true })),
    );
    const applied = await Promise.all([migrate(one as Database), migrate(other as Database)]);
    await Promise.all([one?.close(), other?.close()]);
    expect(applied.flat()).toHaveLength(migrationFiles().length);
    const { rows } = await askServer(
      serverUrl,
      `select pid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = $1)`,
      [name],
    );
    expect(rows).toEqual([]);
    await administer(serverUrl, `drop database ${name} with (force)`);
  }, 60_000);

  it('lets the command line pass', async () => {
    await buildService();
    await withFolder(async (folder) => {
      const environment = {
        DATABASE_URL: parts.pooler.url,
        DATABASE_POOLER: 'transaction',
        SECRET_KEY: TEST_SECRET_KEY,
      };
      for (const args of [['migrate'], ['doctor'], ['backup', 'shop.backup']]) {
        const { code, stderr } = await runTillgate(folder, args, environment);
        expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      }
    });
  }, 180_000);
});

async function startPooler(serverUrl: string): Promise<Server> {
  const port = await freePort();
  const server = new URL(serverUrl);
  const name = server.pathname.slice(1);
  const target = `host=${server.hostname} port=${server.port || 5432} user=${server.username}`;
  const settings = join(parts.folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
${name} = ${target} dbname=${name}
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
    { mode: 0o644 },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/${name}`;
  return startServer(program as string, [settings], url);
}
