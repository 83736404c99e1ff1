import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { decodeId } from '../../src/kit/id.ts';
import { buyFromDemo, readDemo } from '../support/demo-client.ts';
import { needs } from '../support/needs.ts';
import { runTillgate } from '../support/run-command.ts';
import { startService, withFolder } from '../support/service-process.ts';

const BUYERS = 4;
/** Sales before and after the backup. */
const SALES = 12;
const FILE = 'shop.backup';
const SETTINGS = { SECRET_KEY: 'a secret key that is long enough for a test' };

describe('a backup of the embedded database during sales', needs('embedded'), () => {
  it('doesn’t interrupt sales, and contains every earlier sale completely', async () => {
    await withFolder(async (folder) => {
      const { before, all } = await sellAndBackUp(folder);
      const copy = { ...SETTINGS, DATA_DIR: 'restored' };
      const restored = await runTillgate(folder, ['restore', FILE], copy);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      const doctor = await runTillgate(folder, ['doctor'], copy);
      expect(doctor.stdout).toMatch(/\n\d+ checks, all is well\.\n/);
      const charged = await chargedOrders(join(folder, copy.DATA_DIR));
      expect(before.filter((id) => !charged.has(id))).toEqual([]);
      expect(charged.size).toBeLessThan(all.length);
    });
  }, 180_000);
});

/** Buyers pay continuously while the backup is made. */
async function sellAndBackUp(folder: string) {
  const service = await startService(folder, { ...SETTINGS, RATE_LIMITS: 'off' });
  const demo = await readDemo(folder);
  const sold: string[] = [];
  let isOn = true;
  const buy = async () => {
    while (isOn) {
      const reply = await buyFromDemo(service.baseUrl, demo);
      expect(reply.status).toBe(200);
      sold.push(decodeId('ORD', reply.body.data.orderId) as string);
    }
  };
  const buying = Promise.all(Array.from({ length: BUYERS }, buy));
  const untilSold = async (more: number) => {
    for (const goal = sold.length + more; isOn && sold.length < goal; ) await pause(20);
  };
  buying.catch(() => {
    isOn = false;
  });
  await untilSold(SALES);
  const before = [...sold];
  const own = { ...SETTINGS, PORT: new URL(service.baseUrl).port };
  const backup = await runTillgate(folder, ['backup', FILE], own);
  expect(backup).toMatchObject({ code: 0, stderr: 'Using the database in ./data\n' });
  const nowhere = await runTillgate(folder, ['backup', join('missing', FILE)], own);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
  expect(await readdir(join(folder, 'data', 'backups'))).toEqual([]);
  await untilSold(SALES);
  isOn = false;
  await buying;
  await service.stop();
  return { before, all: sold };
}

/** Orders on which payment, event, ledger and the sandbox's books agree. */
async function chargedOrders(dataDir: string): Promise<Set<string>> {
  const database = await openEmbedded({ dataDir, timeoutMs: 30_000 });
  const rows = await database.query<{ id: string }>(sql`
    select payment.order_id as id
    from payment join sandbox_charge charge
      on charge.idempotency_key = payment.id::text and charge.amount_minor = payment.amount_minor
    where payment.status = 'succeeded' and charge.status = 'succeeded'
      and exists (select from ledger_entry where payment_id = payment.id)
      and exists (select from orders where orders.id = payment.order_id and status = 'completed')`);
  await database.close();
  return new Set(rows.map(({ id }) => id));
}
