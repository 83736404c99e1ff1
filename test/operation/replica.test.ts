import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { createReader } from '../../src/database/replica.ts';
import { askAsMerchant } from '../graphql/asking.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makePrimary, makeStandby, type OwnServer } from '../support/postgres-servers.ts';
import { dataOf } from '../support/selling.ts';
import { makeServerFolder, removeFolder } from '../support/server-programs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const TIMEOUT_MS = 5_000;
const parts = {} as {
  folder: string;
  primary: OwnServer;
  standby: OwnServer;
  database: Database;
  replica: Database;
  test: TestApp;
  merchant: TestMerchant;
};

describe('a read replica', needs('server', 'postgres'), () => {
  beforeAll(async () => {
    parts.folder = await makeServerFolder();
    parts.primary = await makePrimary(parts.folder);
    parts.database = await openServer(parts.primary.url, 5, TIMEOUT_MS);
    await migrate(parts.database);
    parts.standby = await makeStandby(parts.folder, parts.primary);
    parts.replica = await openServer(parts.standby.url, 5, TIMEOUT_MS, {
      mustWrite: false,
      patienceMs: 0,
    });
    const source = { database: parts.database, url: parts.primary.url, close: async () => {} };
    parts.test = await startTestApp(source, {}, { replica: parts.replica });
    parts.merchant = await makeMerchant(parts.test);
  }, 60_000);

  afterAll(async () => {
    await parts.test.app.http.close();
    await parts.test.app.worker.stop();
    await parts.database.close();
    await parts.standby.stop();
    await parts.primary.stop();
    await removeFolder(parts.folder);
  }, 60_000);

  it('answers once it has everything committed before', async () => {
    const before = await reads();
    while ((await reads()).replica === before.replica) await storeNames();
    expect((await reads()).replica).toBeGreaterThan(before.replica);
  });

  it('always shows callers what they have just written', async () => {
    for (let round = 0; round < 15; round += 1) {
      const name = `Store ${round}`;
      dataOf(await parts.merchant.call('store/create-store', { name }));
      expect(await storeNames()).toContain(name);
    }
  });

  it('is bypassed while it lags: new writes are still visible', async () => {
    await onStandby('select pg_wal_replay_pause()');
    try {
      dataOf(await parts.merchant.call('store/create-store', { name: 'While paused' }));
      const before = await reads();
      expect(await storeNames()).toContain('While paused');
      expect(await reads()).toEqual({ ...before, primary: before.primary + 1 });
      const old = await onStandby(
        "select count(*)::int as count from store where name = 'While paused'",
      );
      expect(old).toEqual([{ count: 0 }]);
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
  });

  it('reports the caller’s errors without repeating the query', async () => {
    const from: string[] = [];
    const options = { primary: parts.database, replica: parts.replica };
    const reader = createReader({ ...options, onRead: (place) => from.push(place) });
    while (from.at(-1) !== 'replica') await reader.query(sql`select 1`);
    const asked = from.length;
    await expect(reader.query(sql`select 1 / 0`)).rejects.toThrow('division');
    expect(from.length - asked).toBeLessThanOrEqual(1);
  });

  it('causes no failed request when it is gone', async () => {
    await parts.standby.stop();
    expect(await storeNames()).toContain('While paused');
    expect(await storeNames()).toContain('Store 1');
  });
});

async function storeNames(): Promise<string[]> {
  const reply = await askAsMerchant(parts.test, parts.merchant)('{ stores(limit: 100) { name } }');
  return reply.body.data.stores.map(({ name }: { name: string }) => name);
}

async function reads(): Promise<{ primary: number; replica: number }> {
  const text = await (await fetch(`${parts.test.baseUrl}/metrics`)).text();
  const read = (from: string) =>
    Number(
      new RegExp(`^tillgate_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
    );
  return { primary: read('primary'), replica: read('replica') };
}

async function onStandby(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: parts.standby.url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
