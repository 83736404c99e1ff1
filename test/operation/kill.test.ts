import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { decodeId } from '../../src/kit/id.ts';
import { demoClient, readDemo } from '../support/demo-client.ts';
import { startService, withFolder } from '../support/service-process.ts';

const ROUNDS = 3;
/** Acknowledged writes after which a round is killed, in the middle of the next ones. */
const WRITES_BEFORE_KILL = 60;
const CONCURRENT = 8;

describe('kill -9 of the embedded service', () => {
  it('keeps all acknowledged writes', async () => {
    await withFolder(async (folder) => {
      const acknowledged: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const service = await startService(folder, { RATE_LIMITS: 'off' });
        const demo = await readDemo(folder);
        const call = demoClient(service.baseUrl, demo);
        const enough = acknowledged.length + WRITES_BEFORE_KILL;
        const write = async () => {
          for (;;) {
            const reply = await call('onetime-product/create-product', product(demo.storeId)).catch(
              () => null,
            );
            if (reply === null) return;
            expect(reply.status).toBe(200);
            acknowledged.push(reply.body.data.product.id);
            if (acknowledged.length === enough) await service.stop('SIGKILL');
          }
        };
        await Promise.all(Array.from({ length: CONCURRENT }, write));
        expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
      }
      expect(await missing(folder, acknowledged)).toEqual([]);
    });
  }, 300_000);
});

function product(storeId: string) {
  const prices = { USD: { amount: '5.00', taxCategory: 'software', taxIncluded: true } };
  return { storeId, name: 'Acknowledged', prices };
}

/** Reads the killed service's folder; opening it runs recovery. */
async function missing(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const database = await openEmbedded({ dataDir: join(folder, 'data'), timeoutMs: 30_000 });
  const rows = await database.query<{ id: string }>(sql`select id from product`);
  await database.close();
  const found = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !found.has(decodeId('PROD', id) as string));
}
