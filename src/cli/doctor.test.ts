import { mkdtemp, rm } from 'node:fs/promises';
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
import { decodeId } from '../kit/id.ts';

const test = useTestApp();
const parts = {} as { folder: string };

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
      "No database found: DATABASE_URL isn't set, and there is no folder ./data",
    );
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

  it('asks for the migrations first', needs('server'), async () => {
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
