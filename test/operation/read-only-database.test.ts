import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Database, sql } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import {
  makeMerchant,
  makeStore,
  type Reply,
  type TestMerchant,
  toReply,
} from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { administer } from '../support/server-database.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const { DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS } = readConfig({});
/** More than the pool has, so that every session reaches the read-only server. */
const CALLS = DATABASE_POOL_SIZE * 2;
/** Milliseconds after which a cached readiness result has expired, on a busy machine. */
const READY_MS = 5_000;
const UNAVAILABLE = { message: 'Service temporarily unavailable', layer: 'gateway' };

/** As after a failover behind an address that led to a standby for a while. */
describe('a database that is read-only for a while', needs('server'), () => {
  const parts = {} as {
    source: TestDatabase;
    app: TestApp;
    merchant: TestMerchant;
    store: string;
    database: Database;
  };
  beforeAll(async () => {
    parts.source = await openTestDatabase();
    const url = parts.source.url as string;
    parts.database = await openServer(url, DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS);
    parts.app = await startTestApp({ ...parts.source, database: parts.database });
    parts.merchant = await makeMerchant(parts.app);
    parts.store = (await makeStore(parts.merchant)).id;
  });
  afterAll(async () => {
    await parts.app.app.http.close();
    await parts.app.app.worker.stop();
    await parts.database.close();
    await parts.source.close();
  });

  const write = () => rename({});
  const keyed = () => rename({ 'x-idempotency-key': randomUUID() });
  const rename = (headers: Readonly<Record<string, string>>) =>
    parts.merchant.call('store/update-store', { id: parts.store, name: randomUUID() }, { headers });
  const readiness = async () => toReply(await fetch(`${parts.app.baseUrl}/readyz`));
  /** The service may cache its last database check for a while. */
  const untilNotReady = async (until = Date.now() + READY_MS): Promise<Reply> => {
    const reply = await readiness();
    return reply.status === 200 && Date.now() < until ? untilNotReady(until) : reply;
  };
  const turnReadOnly = (value: 'on' | 'off') => setReadOnly(parts.source.url as string, value);

  it('is written to again by the first call after it becomes writable', async () => {
    expect((await write()).status).toBe(200);
    await turnReadOnly('on');
    await endSessions(parts.source.url as string);
    const refused = await Promise.all(Array.from({ length: CALLS }, keyed));
    for (const { status, headers, body } of refused) {
      expect({ status, body }).toEqual({
        status: 503,
        body: { data: null, errors: [UNAVAILABLE] },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await turnReadOnly('off');
    expect((await write()).status).toBe(200);
    const later = await Promise.all(Array.from({ length: CALLS }, keyed));
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 200));
  }, 60_000);

  it('replaces sessions that turned read-only under way, all of them at the first refusal', async () => {
    await openSessions(parts.database);
    await turnReadOnly('on');
    await turnSessionsReadOnly(parts.database);
    await turnReadOnly('off');
    const statuses = [(await write()).status];
    for (let index = 0; index < CALLS; index += 1) statuses.push((await write()).status);
    expect(statuses.filter((status) => status !== 200)).toEqual([503]);
  }, 60_000);

  it('is not ready while its sessions are read-only, and its sessions are replaced', async () => {
    await openSessions(parts.database);
    await turnSessionsReadOnly(parts.database);
    expect(await untilNotReady()).toMatchObject({ status: 503, body: { reason: 'read-only' } });
    expect(await readiness()).toMatchObject({ status: 200 });
  });

  it('is not ready, reports why, and is ready again immediately', async () => {
    await turnReadOnly('on');
    await endSessions(parts.source.url as string);
    expect(await untilNotReady()).toMatchObject({
      status: 503,
      body: { status: 'database unavailable', reason: expect.stringContaining('read-only') },
    });
    await turnReadOnly('off');
    expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready' } });
  }, 60_000);
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);

function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const statement = `alter database ${nameOf(url)} set default_transaction_read_only = ${value}`;
  return administer(serverOf(url), statement);
}

function endSessions(url: string): Promise<void> {
  const statement = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`;
  return administer(serverOf(url), statement);
}

/** Another database on the same server. */
function serverOf(url: string): string {
  const server = new URL(url);
  server.pathname = '/postgres';
  return server.toString();
}

/** Fills the pool. */
async function openSessions(database: Database): Promise<void> {
  await onEverySession(database, sql`select pg_sleep(0.1)`);
}

/** Simulates a session on a server that was demoted without a restart. */
async function turnSessionsReadOnly(database: Database): Promise<void> {
  await onEverySession(
    database,
    sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.1)`,
  );
}

async function onEverySession(database: Database, statement: ReturnType<typeof sql>) {
  await Promise.all(Array.from({ length: DATABASE_POOL_SIZE }, () => database.query(statement)));
}
