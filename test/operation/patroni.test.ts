import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { makeMerchant, makeStore, type Reply, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { type PatroniCluster, startPatroni } from '../support/patroni.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const POOL_SIZE = 5;
const TIMEOUT_MS = 7_000;
/** Milliseconds for a takeover by Patroni, which notices a lost server within `ttl`, 20 s. */
const TAKEOVER_MS = 40_000;
const WRITERS = 8;

/** The cluster of `deploy/patroni`, set up from its files, with the service connected both ways. */
describe('the cluster of the recipe', needs('server', 'postgres', 'patroni'), () => {
  const parts = {} as {
    cluster: PatroniCluster;
    direct: Service;
    throughHaproxy: Service;
  };
  beforeAll(async () => {
    parts.cluster = await startPatroni();
    await parts.cluster.untilSafe();
    const database = await openServer(parts.cluster.url, 1, TIMEOUT_MS);
    await migrate(database);
    await database.close();
    parts.direct = await startOn(parts.cluster.url);
    parts.throughHaproxy = await startOn(parts.cluster.haproxyUrl);
  }, 240_000);
  afterAll(async () => {
    await parts.direct?.stop();
    await parts.throughHaproxy?.stop();
    await parts.cluster?.close();
  }, 60_000);

  it('acknowledges a commit once the standby has it', async () => {
    const [row] = await parts.direct.database.query(sql`
      select current_setting('synchronous_standby_names') as standby,
        current_setting('synchronous_commit') as "waitsFor"`);
    const standby = (await parts.cluster.members()).find(({ role }) => role === 'sync_standby');
    expect(row).toEqual({ standby: standby?.name, waitsFor: 'on' });
  });

  it('loses nothing in a manual switchover, and both connections follow', async () => {
    const former = await parts.cluster.untilSafe();
    const writing = startWriting();
    await parts.cluster.control('switchover', '--leader', former.name, '--force');
    await writing.untilWritten();
    await writing.stop();
    expect((await parts.cluster.leader())?.name).not.toBe(former.name);
    await expectAllThere(writing.acknowledged);
    expect(writing.others).toEqual([]);
  }, 120_000);

  it('loses nothing when the primary is killed; the former primary comes back as a standby', async () => {
    const former = await parts.cluster.untilSafe();
    const writing = startWriting();
    await former.signalServer('SIGKILL');
    await parts.cluster.untilLed((leader) => leader.name !== former.name);
    await writing.untilWritten();
    await writing.stop();
    await expectAllThere(writing.acknowledged);
    expect(writing.others).toEqual([]);
    expect((await parts.cluster.untilSafe()).name).not.toBe(former.name);
  }, 240_000);

  /** Compliant callers: they retry with the same key until the outcome is known. */
  function startWriting() {
    const acknowledged: string[] = [];
    const others: string[] = [];
    let isOn = true;
    const write = async ({ merchant, store }: Service) => {
      while (isOn) {
        const name = randomUUID();
        const send = () =>
          merchant.call(
            'store/update-store',
            { id: store, name },
            { headers: { 'x-idempotency-key': name } },
          );
        let reply: Reply = await send();
        while ([503, 409].includes(reply.status)) {
          await pause(100);
          reply = await send();
        }
        if (reply.status === 200) acknowledged.push(name);
        else others.push(reply.text);
      }
    };
    const services = [parts.direct, parts.throughHaproxy];
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      write(services[index % services.length] as Service),
    );
    return {
      acknowledged,
      others,
      /** Resolves once both ways lead to a primary again. */
      untilWritten: async () => {
        const until = Date.now() + TAKEOVER_MS;
        for (const service of services) {
          while ((await readiness(service)) !== 200) expect(Date.now()).toBeLessThan(until);
        }
      },
      stop: async () => {
        isOn = false;
        await Promise.all(writers);
      },
    };
  }

  /** Checks that every acknowledged answer is stored with its key. */
  async function expectAllThere(keys: readonly string[]) {
    expect(keys.length).toBeGreaterThan(WRITERS);
    const found = await parts.direct.database.query<{ key: string }>(sql`
      select key from idempotency_key where key = any(${keys}) and answer is not null`);
    expect(found.length).toBe(keys.length);
  }
});

interface Service {
  readonly database: Database;
  readonly test: TestApp;
  readonly merchant: TestMerchant;
  readonly store: string;
  stop(): Promise<void>;
}

async function startOn(url: string): Promise<Service> {
  const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
  const test = await startTestApp({ database, url, close: async () => {} });
  const merchant = await makeMerchant(test);
  const store = (await makeStore(merchant)).id;
  const stop = async () => {
    await test.app.http.close();
    await test.app.worker.stop();
    await database.close();
  };
  return { database, test, merchant, store, stop };
}

async function readiness({ test }: Service): Promise<number> {
  const response = await fetch(`${test.baseUrl}/readyz`);
  await response.body?.cancel();
  return response.status;
}
