import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, raw, sql } from '../../src/database/database.ts';
import { checkInstallation, inspectInstallation } from '../../src/database/installation.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { examine } from '../../src/doctor/examine.ts';
import { needs } from '../support/needs.ts';
import { makePrimary, type OwnServer } from '../support/postgres-servers.ts';
import { makeSale, makeTicket } from '../support/refunding.ts';
import { makeServerFolder, removeFolder } from '../support/server-programs.ts';
import { advanceDays, makeClub, subscribe } from '../support/subscribing.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const POOL_SIZE = 4;
const TIMEOUT_MS = 30_000;
const PLACE = { dataDir: '.', publicUrl: 'https://shop.example' };

/** The steps of docs/upgrading.md, between two servers of the installed version. */
describe('a move to another server by logical replication', needs('server', 'postgres'), () => {
  const parts = {} as {
    folder: string;
    servers: OwnServer[];
    former: Database;
    next: Database;
    test: TestApp;
  };
  beforeAll(async () => {
    parts.folder = await makeServerFolder();
    const make = (name: string) => makePrimary(parts.folder, name, ['wal_level=logical']);
    parts.servers = [await make('former'), await make('next')];
    const [former, next] = await Promise.all(
      parts.servers.map(({ url }) => openServer(url, POOL_SIZE, TIMEOUT_MS)),
    );
    if (!former || !next) throw new Error('No servers');
    Object.assign(parts, { former, next });
    await migrate(former);
    await checkInstallation(former, PLACE, new Date());
    const { url = '' } = parts.servers[0] ?? {};
    parts.test = await startTestApp({ database: former, url, close: async () => {} });
    await makeTicket(await makeSale(parts.test));
  }, 120_000);
  afterAll(async () => {
    await parts.test?.app.http.close();
    await parts.test?.app.worker.stop();
    await parts.former?.close();
    await parts.next?.close();
    for (const server of parts.servers ?? []) await server.stop('SIGQUIT');
    await removeFolder(parts.folder);
  }, 60_000);

  it('moves every row while the service keeps working', async () => {
    const { former, next, test } = parts;
    await migrate(next);
    await next.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`truncate installation, schema_version, state_move`);
    });
    for (const { statement } of await former.query<{ statement: string }>(sql`
      select format('alter table %I replica identity full', relname) as statement
      from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and oid not in (select indrelid from pg_index where indisprimary)`)) {
      await former.query(sql`${raw(statement)}`);
    }
    await former.query(sql`
      create publication upgrade for all tables with (publish_via_partition_root = true)`);
    const url = parts.servers[0]?.url ?? '';
    await next.query(
      sql`create subscription upgrade connection ${raw(`'${url}'`)} publication upgrade`,
    );
    while (!(await isCopied(next))) await pause(50);
    const club = await makeClub(test);
    await subscribe(club);
    await advanceDays(club, 32);
    await test.app.worker.runOnce();
    await untilCaughtUp(former);
    expect(await countRows(next)).toEqual(await countRows(former));
    await next.query(sql`drop subscription upgrade`);
  }, 240_000);

  it('is reported in advance as another cluster, and is confirmed without a pause', async () => {
    const { next } = parts;
    const { code, isMoved, differences } = await inspectInstallation(next, PLACE, new Date());
    expect(isMoved).toBe(true);
    expect(differences).toMatch(
      /^The system identifier of the PostgreSQL cluster was \d+ and is \d+\. It last worked there at /,
    );
    const started = await checkInstallation(next, { ...PLACE, confirmed: code }, new Date());
    expect(started.isMoved).toBe(false);
    expect((await checkInstallation(next, PLACE, new Date())).isMoved).toBe(false);
  });

  it('leaves the books consistent', async () => {
    const found = (await examine(parts.next, new Date())).filter(({ count }) => count > 0);
    expect(found).toEqual([]);
  });
});

async function isCopied(database: Database): Promise<boolean> {
  const [row] = await database.query<{ left: number }>(sql`
    select count(*)::int as left from pg_subscription_rel where srsubstate <> 'r'`);
  return row?.left === 0;
}

async function untilCaughtUp(database: Database): Promise<void> {
  const [row] = await database.query<{ lsn: string }>(sql`
    select pg_current_wal_lsn()::text as lsn`);
  for (;;) {
    const [found] = await database.query<{ done: boolean }>(sql`
      select bool_and(replay_lsn >= ${row?.lsn}::pg_lsn) as done from pg_stat_replication`);
    if (found?.done) return;
    await pause(50);
  }
}

/** Rows of every table except the one that identifies the database. */
async function countRows(database: Database): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(
      sql`select count(*)::int as count from ${raw(`"${name}"`)}`,
    );
    counts[name] = row?.count ?? 0;
  }
  return counts;
}
