import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { makeSale, ticketBody } from '../../test/support/refunding.ts';
import { runTillgate } from '../../test/support/run-command.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { buildService } from '../../test/support/service-process.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from '../database/database.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { decodeId } from '../kit/id.ts';

const test = useTestApp();
const parts = {} as { folder: string };
/** No server listens there. */
const NOWHERE = 'postgres://tillgate@127.0.0.1:9/tillgate';

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-doctor-'));
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

describe('tillgate doctor', () => {
  it('says where it looked if there is no database', async () => {
    const { code, stderr } = await runTillgate(parts.folder, ['doctor']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "No database found: DATABASE_URL isn't set, and there is no database in ./data",
    );
  });

  it('makes no database in a folder that has only other files, and neither does backup', async () => {
    const dataDir = await mkdtemp(join(parts.folder, 'empty-'));
    await writeFile(join(dataDir, 'secret-key'), `${'x'.repeat(40)}\n`);
    for (const args of [['doctor'], ['backup', 'nothing.backup']]) {
      const { code, stderr } = await runTillgate(parts.folder, args, { DATA_DIR: dataDir });
      expect({ code, stderr }).toEqual({
        ...{ code: 1, stderr: expect.stringContaining(`there is no database in ${dataDir}\n`) },
      });
    }
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  it('checks the database and exits with 1 on a finding', needs('server'), async () => {
    const sale = await makeSale(test);
    await sale.shop.merchant.call('refund-ticket/create-ticket', ticketBody(sale, '1'));
    await test.app.worker.runOnce();
    const environment = { DATABASE_URL: test.databaseUrl ?? '' };
    const sound = await runTillgate(parts.folder, ['doctor'], environment);
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(sound.stdout).toMatch(/^ok {5}The schema is up to date\n/);
    expect(sound.stdout).toMatch(/\n\d+ checks, all is well\.\n$/);
    await test.database.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`delete from ledger_entry
        where transaction_id = ${decodeId('PAY', sale.paymentId)}`);
    });
    const broken = await runTillgate(parts.folder, ['doctor'], environment);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain(`${sale.paymentId} is not booked`);
    expect(broken.stdout).toContain('What to do: ');
  });

  it('compares with the provider’s own books since a time', needs('server'), async () => {
    const sale = await makeSale(test);
    const since = new Date(test.clock.now().getTime() - 60_000).toISOString();
    const settings = { DATABASE_URL: test.databaseUrl ?? '', SECRET_KEY: 'x'.repeat(40) };
    await test.database.query(sql`update sandbox_charge set refunded_minor = 100
      where idempotency_key = ${decodeId('PAY', sale.paymentId)}::text`);
    const compared = await runTillgate(parts.folder, ['doctor', '--since', since], settings);
    expect(compared.code).toBe(1);
    expect(compared.stdout).toContain('\nok     Every charge at sandbox has its payment');
    expect(compared.stdout).toContain(
      `${sale.paymentId} has 0.00 USD refunded here, and 1.00 USD at sandbox\n`,
    );
    const refused = await runTillgate(parts.folder, ['doctor', '--since', 'yesterday'], settings);
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'tillgate: --since: expected a time such as 2026-11-23T14:31:00Z, got "yesterday"\n',
    });
  });

  it('refuses to compare without the settings of a paid provider', needs('server'), async () => {
    const sale = await makeSale(test);
    await test.database.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update payment set provider = 'stripe'
        where id = ${decodeId('PAY', sale.paymentId)}`);
    });
    const since = test.clock.now().toISOString();
    const settings = { DATABASE_URL: test.databaseUrl ?? '', SECRET_KEY: 'x'.repeat(40) };
    expect(await runTillgate(parts.folder, ['doctor', '--since', since], settings)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'tillgate: This database has payments with stripe: set PROVIDER_PROD and its keys as the service has them\n',
    });
  });

  it('says to stop the service if it is using the embedded database', async () => {
    const dataDir = await mkdtemp(join(parts.folder, 'data-'));
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    const unlock = await lockFolder(dataDir);
    try {
      const { code, stderr } = await runTillgate(parts.folder, ['doctor'], { DATA_DIR: dataDir });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `Using the database in ${dataDir}\ntillgate: The service is using the database in ${dataDir}. Stop it, run doctor, and start it again\n`,
      });
    } finally {
      await unlock();
    }
  });

  it('connects to the direct URL instead of the pooler', needs('server'), async () => {
    const pooled = { DATABASE_URL: NOWHERE, DATABASE_POOLER: 'transaction' };
    const environment = { ...pooled, DATABASE_DIRECT_URL: test.databaseUrl ?? '' };
    const { stdout, stderr } = await runTillgate(parts.folder, ['doctor'], environment);
    expect(stderr).toBe('Connecting to DATABASE_DIRECT_URL\n');
    expect(stdout).toMatch(/^ok {5}The schema is up to date\n/);
  });

  it('asks for the migrations first', needs('plain-server'), async () => {
    const name = `tillgate_doctor_${process.pid}`;
    const serverUrl = process.env.TEST_DATABASE_URL as string;
    await administer(serverUrl, `create database ${name}`);
    try {
      const environment = { DATABASE_URL: withDatabase(serverUrl, name) };
      const { code, stdout } = await runTillgate(parts.folder, ['doctor'], environment);
      expect(code).toBe(1);
      expect(stdout).toContain('BROKEN The schema is up to date');
      expect(stdout).toContain('npx tillgate migrate');
    } finally {
      await administer(serverUrl, `drop database ${name} with (force)`);
    }
  });
});
