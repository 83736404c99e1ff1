import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { submitTicket } from '../../test/support/operator.ts';
import { makeSale, makeTicket, review } from '../../test/support/refunding.ts';
import { runTillgate } from '../../test/support/run-command.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { buildService } from '../../test/support/service-process.ts';
import { advanceDays, makeClub, subscribe } from '../../test/support/subscribing.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../test/support/webhook.ts';
import { writeBackup } from '../database/backup-file.ts';
import { type Database, sql } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { checkInstallation } from '../database/installation.ts';
import { migrate } from '../database/migrate.ts';
import { openServer } from '../database/open.ts';
import { withoutPassword } from '../kit/database-url.ts';
import { keyCheckOf } from '../kit/key-check.ts';

const test = useTestApp();
const parts = {} as { folder: string; file: string };
const TIMEOUT_MS = 30_000;
/** The first one creates no merchants yet. */
const [FIRST_MIGRATION, LATER_MIGRATION] = [1, 40];
const OTHER_KEY = 'another secret key, just as long as the other';
const head = { createdAt: '2026-01-01T00:00:00.000Z', keyCheck: keyCheckOf(TEST_SECRET_KEY) };

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-backup-'));
  parts.file = join(parts.folder, 'shop.backup');
  await fillShop();
  const made = await writeBackup(test.database, parts.file, head);
  expect(made.rows).toBeGreaterThan(50);
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

describe('tillgate backup and restore', () => {
  it('restore every row unchanged, and the doctor finds nothing', async () => {
    await inTarget(async (environment, open) => {
      const restored = await run(['restore', parts.file], environment);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      const { DATA_DIR: folder, DATABASE_URL: url = '' } = environment;
      const where = folder ? `the database in ${folder}` : withoutPassword(url);
      expect(restored.stdout).toContain(`Restoring into ${where}\n`);
      const doctor = await run(['doctor'], environment);
      expect(doctor.stdout).toMatch(
        /\n\d+ checks, all is well\.\n\nThis database may be a copy\. It comes from a backup/,
      );
      expect(doctor.code).toBe(0);

      const copy = await open();
      const again = join(parts.folder, `${randomBytes(4).toString('hex')}.backup`);
      await writeBackup(copy, again, head);
      const place = { dataDir: parts.folder, publicUrl: 'http://127.0.0.1:4000' };
      const { code, isMoved } = await checkInstallation(copy, place, new Date());
      const confirmed = await checkInstallation(copy, { ...place, confirmed: code }, new Date());
      await copy.close();
      expect(await contentOf(again)).toEqual(await contentOf(parts.file));
      expect([isMoved, confirmed.isMoved]).toEqual([true, false]);

      const twice = await run(['restore', parts.file], environment);
      expect(twice.code).toBe(1);
      expect(twice.stderr).toContain('The database is not empty');
    });
  }, 120_000);

  it('refuse a different secret key, a damaged file and a file of another kind, and change nothing', async () => {
    await inTarget(async (environment, open) => {
      const refuse = async (file: string, text: string, more: object = {}) => {
        const { code, stderr } = await run(['restore', file], { ...environment, ...more });
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(text) });
      };
      await refuse(parts.file, "SECRET_KEY doesn't match", { SECRET_KEY: OTHER_KEY });
      await refuse(await variant((lines) => lines.slice(0, -1)), 'its last line is missing');
      await refuse(await variant((lines) => lines.toSpliced(-3, 1)), 'rows found');
      await refuse(await variant(() => ['{}']), 'This is not a Tillgate backup');
      const whole = await readFile(parts.file);
      const cut = join(parts.folder, 'cut.backup');
      await writeFile(cut, whole.subarray(0, whole.length / 2));
      await refuse(cut, 'The backup cannot be read');
      const later = await variant(([first = '', ...rest]) => [
        JSON.stringify({ ...JSON.parse(first), migration: 9_999 }),
        ...rest,
      ]);
      await refuse(later, 'made by a later version');
      const database = await open();
      const [row] = await database.query<{ merchants: number }>(
        sql`select count(*)::int as merchants from merchant`,
      );
      await database.close();
      expect(row?.merchants).toBe(0);
    });
  }, 120_000);

  it(
    'restore after an attempt that ended between two migrations',
    { ...needs('plain-server'), timeout: 120_000 },
    async () => {
      for (const last of [FIRST_MIGRATION, LATER_MIGRATION]) {
        await inTarget(async (environment, open) => {
          const database = await open();
          await migrate(database, last);
          await database.close();
          const restored = await run(['restore', parts.file], environment);
          expect(restored).toMatchObject({ code: 0, stderr: '' });
        });
      }
    },
  );

  it('backs up a server while it is in use', { ...needs('server'), timeout: 60_000 }, async () => {
    const file = join(parts.folder, 'running.backup');
    const environment = { DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY };
    expect(await run(['backup', file], environment)).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf(file)).toEqual(await contentOf(parts.file));
    expect((await run(['backup', file], environment)).stderr).toContain('already exists');
  });
});

/** Fills most tables: sales, refunds, a subscription with a renewal, webhooks, tickets. */
async function fillShop(): Promise<void> {
  const sale = await makeSale(test);
  const ticket = await makeTicket(sale, '4');
  await review(sale, ticket.id, 'approve');
  const { merchant, store } = sale.shop;
  await makeWebhook(merchant, store.id, 'http://127.0.0.1:9/', { secret: 'whsec "é" \\ 🐎' });
  await emit(test, store.id);
  await submitTicket(merchant, store.id);
  const club = await makeClub(test);
  await subscribe(club);
  await advanceDays(club, 40);
  await test.app.worker.runOnce();
}

function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  return runTillgate(parts.folder, args, { SECRET_KEY: TEST_SECRET_KEY, ...environment });
}

/** An empty target of the same kind: settings that name it, and how to open it. */
async function inTarget(
  work: (environment: Record<string, string>, open: () => Promise<Database>) => Promise<void>,
): Promise<void> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) {
    const dataDir = await mkdtemp(join(parts.folder, 'data-'));
    await work({ DATA_DIR: dataDir }, () => openEmbedded({ dataDir, timeoutMs: TIMEOUT_MS }));
    return;
  }
  const name = `tillgate_restored_${randomBytes(4).toString('hex')}`;
  await administer(serverUrl, `create database ${name}`);
  const url = withDatabase(serverUrl, name);
  try {
    await work({ DATABASE_URL: url }, () => openServer(url, 2, TIMEOUT_MS));
  } finally {
    await administer(serverUrl, `drop database ${name} with (force)`);
  }
}

async function linesOf(file: string): Promise<string[]> {
  return gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
}

/** A backup's contents except the place, which a restore clears; tables have no row order. */
async function contentOf(file: string): Promise<readonly string[]> {
  const lines = (await linesOf(file)).filter((line) => !line.includes('"createdAt"'));
  const tables: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('[')) tables.at(-1)?.push(line);
    else tables.push([line]);
  }
  const kept = tables.filter(
    ([first]) => !first?.includes('"installation"') && !first?.includes('"end"'),
  );
  return kept.flatMap(([first = '', ...rows]) => [first, ...rows.sort()]);
}

async function variant(change: (lines: string[]) => string[]): Promise<string> {
  const file = join(parts.folder, `${randomBytes(4).toString('hex')}.backup`);
  await writeFile(file, gzipSync(`${change(await linesOf(parts.file)).join('\n')}\n`));
  return file;
}
