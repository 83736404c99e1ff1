import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { decodeId } from '../../src/kit/id.ts';
import { demoClient, readDemo } from '../support/demo-client.ts';
import { needs } from '../support/needs.ts';
import { startService, withFolder } from '../support/service-process.ts';

const DISK = 'size=400m';
/** Bytes left when the disk is filled: less than the next file of the engine's log. */
const LEFT = 14_000_000;
const WRITES_BEFORE = 20;

describe('a disk that fills up under the embedded database', needs('mount'), () => {
  it('refuses sales clearly, loses nothing acknowledged, and resumes when there is space', async () => {
    await withDisk(async (folder) => {
      const data = join(folder, 'data');
      const service = await startService(folder, { RATE_LIMITS: 'off' });
      const demo = await readDemo(folder);
      const call = demoClient(service.baseUrl, demo);
      const acknowledged: string[] = [];
      const write = async () => {
        const reply = await call('onetime-product/create-product', product(demo.storeId));
        if (reply.status === 200) acknowledged.push(reply.body.data.product.id);
        return reply;
      };
      while (acknowledged.length < WRITES_BEFORE) await write();
      const filler = join(data, 'filler');
      await fill(filler, data);
      let refused = await write();
      while (refused.status === 200) refused = await write();
      expect(refused.status).toBe(503);
      expect(refused.body.errors[0].message).toBe('Service temporarily unavailable');
      const unready = await fetch(`${service.baseUrl}/readyz`);
      expect(await unready.json()).toMatchObject({ reason: 'out of disk space' });
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);

      await rm(filler);
      // The service checks the disk in real time.
      while ((await write()).status !== 200) await pause(50);
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      expect(await missing(data, acknowledged)).toEqual([]);
    });
  }, 180_000);
});

/** A folder whose `data` is a small separate disk. */
async function withDisk(work: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', data]);
    try {
      await work(folder);
    } finally {
      execFileSync('umount', ['-l', data]);
    }
  });
}

async function fill(path: string, folder: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  while (free() > LEFT + block.length) await file.write(block);
  await file.close();
}

function product(storeId: string) {
  const prices = { USD: { amount: '5.00', taxCategory: 'software', taxIncluded: true } };
  return { storeId, name: 'Acknowledged', description: 'd'.repeat(4_000), prices };
}

/** The acknowledged ids that are missing from the folder of the stopped service. */
async function missing(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const database = await openEmbedded({ dataDir, timeoutMs: 30_000 });
  const rows = await database.query<{ id: string }>(sql`select id from product`);
  await database.close();
  const found = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !found.has(decodeId('PROD', id) as string));
}
