import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoClient, readDemo } from '../support/demo-client.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { startService, withFolder } from '../support/service-process.ts';

/**
 * Occurs nowhere else: wherever it shows up, a prompt was stored (docs/contract/invariants.md#33).
 */
const CANARY = 'zqcanary8830';
const PROMPT = `a harbour at dusk, ${CANARY}, oil painting`;
/** Proves that the search finds stored texts. */
const KEPT = 'zqkeptname8830';
const PATH = 'verification/scan-prompt';

closeReceivers();

describe('a prompt', () => {
  it('is on no disk and in no log after answers, refusals, a broken provider and kill -9', async () => {
    // Receives the prompt and never answers, so that the kill happens with prompts in flight.
    const provider = await startReceiver(() => {});
    await withFolder(async (folder) => {
      const settings = { LOG_LEVEL: 'debug', ALLOW_PRIVATE_WEBHOOKS: 'true', RATE_LIMITS: 'off' };
      const service = await startService(folder, {
        ...settings,
        SAFETY_PROVIDER_URL: provider.url,
      });
      const demo = await readDemo(folder);
      const call = demoClient(service.baseUrl, demo);
      const prices = { USD: { amount: '5.00', taxCategory: 'software', taxIncluded: true } };
      const product = { storeId: demo.storeId, name: KEPT, prices };
      // Three, since a record may lie across two pages of the log, with a header within the name.
      for (let made = 0; made < 3; made += 1) {
        expect((await call('onetime-product/create-product', product)).status).toBe(200);
      }
      expect((await call(PATH, { prompt: PROMPT, semantic: 'off' })).status).toBe(200);
      expect((await call(PATH, { prompt: PROMPT, semantic: 'enforce' })).status).toBe(200);
      expect((await call(PATH, { prompt: PROMPT, locale: CANARY })).status).toBe(400);
      const seen = provider.received.length;
      const cut = Array.from({ length: 5 }, () =>
        call(PATH, { prompt: PROMPT, semantic: 'enforce' }).catch(() => null),
      );
      await expect.poll(() => provider.received.length).toBeGreaterThan(seen);
      await service.stop('SIGKILL');
      await Promise.all(cut);
      const files = await readFiles(folder);
      expect(holding(files, KEPT).length).toBeGreaterThan(0);
      expect(holding(files, CANARY)).toEqual([]);
      expect(service.output()).not.toContain(CANARY);
    });
  }, 300_000);
});

/** Every file in the folder: tables, write-ahead log, temporary files. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }): Promise<[string, Buffer]> => {
    const path = join(parentPath, name);
    return [path, await readFile(path)];
  });
  return new Map(await Promise.all(read));
}

function holding(files: ReadonlyMap<string, Buffer>, text: string): string[] {
  return [...files].filter(([, content]) => content.includes(text)).map(([path]) => path);
}
