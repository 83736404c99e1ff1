import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '../../src/database/database.ts';
import { checkInstallation, inspectInstallation } from '../../src/database/installation.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { needs } from '../support/needs.ts';
import { type ArchivedServer, startArchived } from '../support/pgbackrest.ts';
import type { OwnServer } from '../support/postgres-servers.ts';
import { makeSale, ticketBody } from '../support/refunding.ts';
import { runTillgate } from '../support/run-command.ts';
import { dataOf, makeShop, type Shop } from '../support/selling.ts';
import { makeServerFolder, removeFolder } from '../support/server-programs.ts';
import { buildService } from '../support/service-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const POOL_SIZE = 8;
const TIMEOUT_MS = 30_000;
const BUYERS = 4;
/** Number of sales before the backup, between it and the restore point, and after that. */
const SALES = 20;
const BACKUP_GRAIN_MS = 2_000;
const PLACE = { dataDir: '.', publicUrl: 'https://shop.example' };

interface Parts {
  folder: string;
  archived: ArchivedServer;
  restored: OwnServer;
  original: Database;
  copy: Database;
  test: TestApp;
  /** The point in time to restore to. */
  moment: Date;
}

/** Follows `docs/operations.md`, with the file of `deploy/pgbackrest`. */
describe(
  'a restore to a point in time under load',
  needs('server', 'postgres', 'pgbackrest'),
  () => {
    const parts = {} as Parts;
    beforeAll(async () => {
      await buildService();
      parts.folder = await makeServerFolder();
      parts.archived = await startArchived(parts.folder);
      const { url } = parts.archived.server;
      parts.original = await openServer(url, POOL_SIZE, TIMEOUT_MS);
      await migrate(parts.original);
      await checkInstallation(parts.original, PLACE, new Date());
      parts.test = await startTestApp({ database: parts.original, url, close: async () => {} });
      await sellAndLose(parts);
      const target = parts.moment.toISOString().replace('T', ' ').replace('Z', '+00');
      parts.restored = await parts.archived.restore(target);
      parts.copy = await openServer(parts.restored.url, 1, TIMEOUT_MS);
      while (await isRecovering(parts.copy)) await pause(100);
    }, 300_000);
    afterAll(async () => {
      await parts.test?.app.http.close();
      await parts.test?.app.worker.stop();
      await parts.original?.close();
      await parts.copy?.close();
      await parts.restored?.stop('SIGQUIT');
      await parts.archived?.server.stop('SIGQUIT');
      await removeFolder(parts.folder);
    }, 60_000);

    it('has everything committed by then and nothing later', async () => {
      const kept = await countSales(parts.copy, parts.moment);
      const all = await countSales(parts.original, parts.moment);
      expect(kept).toEqual({ before: all.before, after: 0 });
      expect(all.after).toBeGreaterThanOrEqual(SALES);
    });

    it('passes the doctor’s checks, and isn’t mistaken for the original', async () => {
      const environment = { DATABASE_URL: parts.restored.url, PUBLIC_URL: PLACE.publicUrl };
      const doctor = await runTillgate(parts.folder, ['doctor'], environment);
      expect(doctor.stdout).toMatch(/\n\d+ checks, all is well\.\n/);
      const later = new Date(parts.moment.getTime() + 10 * 60_000);
      const { isMoved, differences } = await inspectInstallation(parts.copy, PLACE, later);
      expect(isMoved).toBe(true);
      expect(differences).toContain('it may have been restored to that time');
    });

    it('agrees with the provider’s books up to that point; later charges are known only there', async () => {
      const provider = await chargesOf(parts.original);
      const ours = await paymentsOf(parts.copy);
      const differing = [...ours].filter(([id, amount]) => provider.get(id) !== amount);
      expect(differing).toEqual([]);
      const unknown = [...provider].filter(([id]) => !ours.has(id));
      expect(unknown.length).toBeGreaterThanOrEqual(SALES);
      // A payment in progress at that point is pending; the worker settles it with the provider.
      const ended = await endedWithoutCharge(parts.copy);
      expect(unknown.filter(([id]) => ended.has(id))).toEqual([]);
    });
  },
);

/** Buyers pay and some are refunded continuously, during the backup and at the restore point. */
async function sellAndLose(parts: Parts): Promise<void> {
  const { test, archived, original } = parts;
  const shop = await makeShop(test);
  let sold = 0;
  let isOn = true;
  const buy = async () => {
    while (isOn) {
      await sell(shop, sold % 3 === 0);
      sold += 1;
    }
  };
  const buying = Promise.all(Array.from({ length: BUYERS }, buy));
  const untilSold = async (more: number) => {
    for (const goal = sold + more; sold < goal; ) await pause(20);
  };
  await archived.run('stanza-create');
  await archived.run('backup', '--type=full');
  // pgBackRest counts in whole seconds, and restores only to times after a backup's end.
  await pause(BACKUP_GRAIN_MS);
  await untilSold(SALES);
  const [row] = await original.query<{ moment: Date }>(sql`
    select date_trunc('milliseconds', clock_timestamp()) as moment`);
  parts.moment = row?.moment as Date;
  await untilSold(SALES + BUYERS);
  isOn = false;
  await buying;
  // As archive_timeout does every minute.
  await original.query(sql`select pg_switch_wal()`);
  while (!(await isArchived(original))) await pause(50);
}

async function sell(shop: Shop, isRefunded: boolean): Promise<void> {
  const sale = await makeSale(shop.test, {}, shop);
  if (!isRefunded) return;
  dataOf(await shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale, '4')));
}

async function isRecovering(database: Database): Promise<boolean> {
  const [row] = await database
    .query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
    .catch(() => [{ standby: true }]);
  return row?.standby !== false;
}

async function isArchived(database: Database): Promise<boolean> {
  const [row] = await database.query<{ done: boolean }>(sql`
    select coalesce(last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216), false)
      as done from pg_stat_archiver`);
  return row?.done === true;
}

/** Sales before the restore point, except in its last second, and after it. */
async function countSales(database: Database, moment: Date) {
  const [row] = await database.query<{ before: number; after: number }>(sql`
    select count(*) filter (where paid_at < ${moment}::timestamptz - interval '1 s')::int as before,
      count(*) filter (where paid_at > ${moment}::timestamptz)::int as after
    from payment where status = 'succeeded'`);
  if (!row) throw new Error('Nothing was counted');
  return row;
}

async function chargesOf(database: Database) {
  const found = await database.query<{ id: string; amount: number }>(sql`
    select idempotency_key as id, amount_minor::int as amount
    from sandbox_charge where status = 'succeeded'`);
  return new Map(found.map(({ id, amount }) => [id, amount]));
}

async function paymentsOf(database: Database): Promise<Map<string, number>> {
  const found = await database.query<{ id: string; amount: number }>(sql`
    select id::text as id, amount_minor::int as amount from payment where status = 'succeeded'`);
  return new Map(found.map(({ id, amount }) => [id, amount]));
}

/** Payments that were given up: the provider must have no charge for them. */
async function endedWithoutCharge(database: Database): Promise<Set<string>> {
  const found = await database.query<{ id: string }>(sql`
    select id::text as id from payment where status not in ('pending', 'succeeded')`);
  return new Set(found.map(({ id }) => id));
}
