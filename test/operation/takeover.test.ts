import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makePrimary, makeStandby, type OwnServer } from '../support/postgres-servers.ts';
import { administer } from '../support/server-database.ts';
import { makeServerFolder, removeFolder } from '../support/server-programs.ts';
import { type SwitchProxy, startSwitchProxy } from '../support/switch-proxy.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const POOL_SIZE = 5;
const TIMEOUT_MS = 7_000;
/** Milliseconds from the promotion to the first write (docs/contract/invariants.md#41). */
const WITHIN_MS = 5_000;

interface Pair {
  readonly folder: string;
  readonly primary: OwnServer;
  readonly standby: OwnServer;
  /** The network in front of the first server. */
  readonly network: SwitchProxy;
  readonly database: Database;
  readonly test: TestApp;
  readonly merchant: TestMerchant;
  readonly store: string;
}

/** Ways to lose the first of the two servers in `DATABASE_URL`. */
const LOSSES: Readonly<Record<string, (pair: Pair) => Promise<void> | void>> = {
  'ends in order': ({ primary }) => primary.stop('SIGINT'),
  crashes: ({ primary }) => primary.stop('SIGQUIT'),
  'is cut off and stops responding': ({ network }) => network.turn('hang'),
};

describe.each(Object.keys(LOSSES))('a primary that %s', needs('server', 'postgres'), (name) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  }, 60_000);
  afterAll(() => endPair(pair), 60_000);

  const write = () =>
    pair.merchant.call(
      'store/update-store',
      { id: pair.store, name: randomUUID() },
      { headers: { 'x-idempotency-key': randomUUID() } },
    );

  it('is followed to the standby within 5 s of its promotion, by jobs and listeners too', async () => {
    const heard = new Set<string>();
    const stopListening = pair.database.onWake((job) => heard.add(job));
    await hearsWakeUps(pair.primary, heard);
    expect((await write()).status).toBe(200);

    await LOSSES[name]?.(pair);
    const meanwhile = await Promise.all(Array.from({ length: POOL_SIZE * 2 }, write));
    expect(meanwhile.map(({ status }) => status)).toEqual(meanwhile.map(() => 503));
    expect(await readiness(pair)).toMatchObject({ status: 503 });

    await administer(pair.standby.url, 'select pg_promote()');
    const promotedAt = Date.now();
    while ((await write()).status !== 200) expect(Date.now() - promotedAt).toBeLessThan(WITHIN_MS);
    expect(Date.now() - promotedAt).toBeLessThan(WITHIN_MS);
    const after = await Promise.all(Array.from({ length: POOL_SIZE * 4 }, write));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    expect(await readiness(pair)).toMatchObject({ status: 200 });
    await hearsWakeUps(pair.standby, heard);
    stopListening();
  }, 60_000);
});

describe('two servers named in DATABASE_URL', needs('server', 'postgres'), () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  }, 60_000);
  afterAll(() => endPair(pair), 60_000);

  it('resolve to the one that accepts writes, whichever is named first', async () => {
    const open = (first: OwnServer, second: OwnServer, query = '') =>
      openServer(joined(first.url, second.url) + query, 1, TIMEOUT_MS);
    for (const database of await Promise.all([
      open(pair.primary, pair.standby),
      open(pair.standby, pair.primary),
    ])) {
      expect(await database.query(sql`select pg_is_in_recovery() as standby`)).toEqual([
        { standby: false },
      ]);
      await database.close();
    }
  });

  it('are refused with the reason for each when none takes writes', async () => {
    const { hostname, port } = new URL(pair.standby.url);
    const database = await openServer(joined(pair.standby.url, NOWHERE), 1, TIMEOUT_MS);
    await expect(database.query(sql`select 1`)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining(`${hostname}:${port}: It is a standby and takes no writes`),
      reason: 'standby, unreachable',
    });
    await database.close();
  });

  it('may be a standby if the URL says so', async () => {
    const url = `${pair.standby.url}?target_session_attrs=any`;
    const database = await openServer(url, 1, TIMEOUT_MS);
    expect(await database.query(sql`select pg_is_in_recovery() as standby`)).toEqual([
      { standby: true },
    ]);
    await database.close();
  });
});

/** Nothing listens there. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/postgres';

/** One URL with the hosts of both. */
function joined(first: string, second: string): string {
  return first.replace(new URL(first).host, `${new URL(first).host},${new URL(second).host}`);
}

async function readiness({ test }: Pair) {
  const response = await fetch(`${test.baseUrl}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** Notifications from another process arrive, possibly late while the listener reconnects. */
async function hearsWakeUps(server: OwnServer, heard: Set<string>): Promise<void> {
  const other = await openServer(server.url, 1, TIMEOUT_MS);
  const job = `wake of ${server.url}`;
  const from = Date.now();
  while (!heard.has(job)) {
    expect(Date.now() - from).toBeLessThan(20_000);
    await other.query(sql`select pg_notify('tillgate_wake', ${job})`);
    await sleep(100);
  }
  await other.close();
}

async function startPair(): Promise<Pair> {
  const folder = await makeServerFolder();
  const primary = await makePrimary(folder);
  const standby = await makeStandby(folder, primary);
  const network = await startSwitchProxy(primary.url);
  const url = joined(network.url, standby.url);
  const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
  await migrate(database);
  const test = await startTestApp({ database, url, close: async () => {} });
  const merchant = await makeMerchant(test);
  const store = (await makeStore(merchant)).id;
  return { folder, primary, standby, network, database, test, merchant, store };
}

async function endPair({ folder, primary, standby, network, database, test }: Pair): Promise<void> {
  await test.app.http.close();
  await test.app.worker.stop();
  await database.close();
  await network.close();
  await standby.stop();
  await primary.stop('SIGQUIT');
  await removeFolder(folder);
}
