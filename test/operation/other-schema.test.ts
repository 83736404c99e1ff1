import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { writeDump } from '../../src/database/dump.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { needs } from '../support/needs.ts';
import { makeOrder, makeShop } from '../support/selling.ts';
import { administer, withDatabase } from '../support/server-database.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const serverUrl = process.env.TEST_DATABASE_URL as string;
const TIMEOUT_MS = 10_000;
const HEAD = { createdAt: '2026-01-01T00:00:00.000Z', keyCheck: null };

describe('several services in one database', needs('plain-server'), () => {
  const name = `tillgate_schemas_${randomBytes(4).toString('hex')}`;
  const url = () => withDatabase(serverUrl, name);
  const within = (path: string) => {
    const one = new URL(url());
    one.searchParams.set('options', `-c search_path=${path}`);
    return openServer(one.href, 4, TIMEOUT_MS);
  };
  const opened: Database[] = [];
  const parts = {} as { app: TestApp };
  beforeAll(async () => {
    await administer(serverUrl, `create database ${name}`);
    for (const schema of ['extensions', 'shop', 'other']) {
      await administer(url(), `create schema ${schema}`);
    }
    await administer(url(), 'create extension pg_trgm schema extensions');
    for (const path of ['public,extensions', 'shop,extensions']) {
      const database = await within(path);
      opened.push(database);
      await migrate(database);
    }
    const database = opened[1] as Database;
    parts.app = await startTestApp({ database, url: url(), close: () => database.close() });
  }, 60_000);
  afterAll(async () => {
    await parts.app?.app.http.close();
    await parts.app?.app.worker.stop();
    for (const database of opened) await database.close();
    await administer(serverUrl, `drop database ${name} with (force)`);
  });

  it('keep everything in their own schema, including sums by day', async () => {
    await makeOrder(await makeShop(parts.app));
    await parts.app.app.worker.runOnce();
    const count = async (database: Database) => {
      const [row] = await database.query(sql`
        select (select count(*)::int from orders) as orders,
          (select coalesce(sum(orders), 0)::int from order_day) as summed`);
      return row;
    };
    expect(await count(opened[0] as Database)).toEqual({ orders: 0, summed: 0 });
    expect(await count(opened[1] as Database)).toEqual({ orders: 1, summed: 1 });
  });

  it('don’t take the tables of another one, and none is backed up without its tables', async () => {
    const database = await within('other,shop,extensions');
    const message = 'are in the schema shop, but the search_path begins with other';
    await expect(migrate(database)).rejects.toThrow(message);
    await expect(writeDump(database, HEAD, async () => {})).rejects.toThrow(message);
    await database.close();
  });

  it('need the extension in their search_path', async () => {
    const database = await within('other');
    await expect(migrate(database)).rejects.toThrow('pg_trgm is in the schema extensions');
    await database.close();
  });
});
