import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { listPendingMigrations, migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { examine } from '../../src/doctor/examine.ts';
import { systemClock } from '../../src/kit/time.ts';
import { needs } from '../support/needs.ts';
import { commandOf, takePreviousRelease } from '../support/previous-release.ts';
import { startReceiver, stopReceivers } from '../support/receiver.ts';
import { makeSale, ticketBody } from '../support/refunding.ts';
import { dataOf, makeShop } from '../support/selling.ts';
import { administer, withDatabase } from '../support/server-database.ts';
import { root, type ServiceProcess, spawnService } from '../support/service-process.ts';
import { TEST_SECRET_KEY, type TestApp } from '../support/test-app.ts';

const POOL_SIZE = 4;
const TIMEOUT_MS = 30_000;
const NAME = `tillgate_test_upgrade_${process.pid}`;

/** The previous release and this one on one database, as described in docs/upgrading.md. */
describe('an upgrade from the previous release', needs('plain-server', 'previous'), () => {
  const parts = {} as {
    folder: string;
    previous: string;
    serverUrl: string;
    database: Database;
    old: ServiceProcess;
  };
  const start = (release: string) => {
    const settings = {
      DATABASE_URL: withDatabase(parts.serverUrl, NAME),
      SECRET_KEY: TEST_SECRET_KEY,
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      RATE_LIMITS: 'off',
      TSX_TSCONFIG_PATH: join(release, 'tsconfig.json'),
    };
    return spawnService(parts.folder, settings, commandOf(release));
  };
  beforeAll(async () => {
    const source = inject('testDatabase');
    if (source.engine !== 'postgres') throw new Error('No server');
    parts.serverUrl = source.servers[0];
    parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-upgrade-'));
    parts.previous = takePreviousRelease();
    await administer(parts.serverUrl, `create database ${NAME}`);
    parts.old = await start(parts.previous);
    const url = withDatabase(parts.serverUrl, NAME);
    parts.database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
  }, 240_000);
  afterAll(async () => {
    await parts.old?.stop('SIGKILL');
    await parts.database?.close();
    stopReceivers();
    await administer(parts.serverUrl, `drop database if exists ${NAME} with (force)`);
    await rm(parts.folder, { recursive: true, force: true });
    rmSync(parts.previous, { recursive: true, force: true });
  }, 60_000);

  it('leaves the previous release working at each step of the schema', async () => {
    await expectWork(parts.database, parts.old, parts.old);
    const pending = await listPendingMigrations(parts.database);
    for (const name of pending) {
      await migrate(parts.database, Number.parseInt(name, 10));
      await expectWork(parts.database, parts.old, parts.old);
    }
    expect(await listPendingMigrations(parts.database)).toEqual([]);
  }, 240_000);

  it('runs both side by side, and each continues work the other started', async () => {
    const next = await start(root);
    await expectWork(parts.database, parts.old, next);
    await expectWork(parts.database, next, parts.old);
    expect(await next.stop()).toBe(0);
  }, 240_000);

  it('can be rolled back: the previous release starts on the new schema', async () => {
    expect(await parts.old.stop()).toBe(0);
    const next = await start(root);
    await expectWork(parts.database, next, next);
    expect(await next.stop()).toBe(0);
    parts.old = await start(parts.previous);
    await expectWork(parts.database, parts.old, parts.old);
    const found = (await examine(parts.database, new Date())).filter(({ count }) => count > 0);
    expect(found).toEqual([]);
  }, 240_000);
});

/** A sale that one process starts and the other finishes, its refund and its event. */
async function expectWork(
  database: Database,
  first: ServiceProcess,
  second: ServiceProcess,
): Promise<void> {
  const at = ({ baseUrl }: ServiceProcess) =>
    ({ database, baseUrl, clock: { ...systemClock, advance: () => {} } }) as unknown as TestApp;
  const shop = await makeShop(at(first));
  const { url, received } = await startReceiver((response) => response.end('ok'));
  const hook = { storeId: shop.store.id, channel: 'http', url, events: ['order.completed'] };
  dataOf(await shop.merchant.call('store/add-webhook', { ...hook, testMode: true }));
  // The session is created by one process and paid through the other.
  const sale = await makeSale(at(second), {}, shop);
  dataOf(await shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale, '4')));
  await expect.poll(() => received.length, { timeout: TIMEOUT_MS }).toBeGreaterThan(0);
  const refunded = async () => {
    const [row] = await database.query<{ count: number }>(sql`
      select count(*)::int as count from refund where status = 'pending'`);
    return row?.count;
  };
  await expect.poll(refunded, { timeout: TIMEOUT_MS }).toBe(0);
}
