import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { closeReceivers, type Respond, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../test/support/webhook.ts';
import { startWorkerProcess } from '../../test/support/worker-process.ts';

/** The full proof sends 2,000 events; the suite sends fewer (docs/contract/invariants.md#12). */
const EVENTS = Number(process.env.WEBHOOK_CHAOS_EVENTS ?? 24);
const KILLS = Number(process.env.WEBHOOK_CHAOS_KILLS ?? 1);
const MAX_MS = Number(process.env.WEBHOOK_CHAOS_MS ?? 60_000);

const settings = {
  WEBHOOK_RETRY_SCHEDULE: Array(60).fill('1').join(','),
  WEBHOOK_TIMEOUT_MS: '800',
};
const test = useTestApp(settings);
closeReceivers();

/** How receivers misbehave, and on every how many requests. */
const MISBEHAVIOURS: readonly (readonly [Respond, everyRequests: number])[] = [
  [(response) => response.writeHead(500).end(), 2],
  [(response) => void response.socket?.destroy(), 2],
  [(response) => response.writeHead(302, { location: '/elsewhere' }).end(), 2],
  [() => {}, 50],
];

describe('workers that are killed', () => {
  it(
    'lose no event even if half of the receivers misbehave',
    { ...needs('server'), timeout: MAX_MS * 2 },
    async () => {
      const merchant = await makeMerchant(test);
      const { id: storeId } = await makeStore(merchant);
      const takers: Set<string>[] = [];
      for (let index = 0; index < 8; index += 1) {
        const taken = new Set<string>();
        takers.push(taken);
        const misbehaviour = index % 2 === 1 ? MISBEHAVIOURS[(index - 1) / 2] : undefined;
        const receiver = await startReceiver((response, request, count) => {
          const [misbehave, every] = misbehaviour ?? [];
          if (misbehave && every && count % every === 1) return misbehave(response, request, count);
          taken.add(String(request.headers['webhook-id']));
          response.end('ok');
        });
        await makeWebhook(merchant, storeId, receiver.url);
      }
      await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`);
      const url = test.databaseUrl as string;
      const workers = await Promise.all([1, 2].map(() => startWorkerProcess(url, settings)));
      const killing = (async () => {
        for (let kill = 0; kill < KILLS; kill += 1) {
          const share = ((kill + 1) * EVENTS) / (KILLS + 2);
          await expect.poll(() => takers[0]?.size, { timeout: MAX_MS }).toBeGreaterThan(share);
          await workers[kill % 2]?.();
          workers[kill % 2] = await startWorkerProcess(url, settings);
        }
      })();
      for (let count = 0; count < EVENTS; count += 1) await emit(test, storeId);
      await killing;
      const counts = () => takers.map(({ size }) => size);
      const all = Array(takers.length).fill(EVENTS);
      await expect.poll(counts, { timeout: MAX_MS, interval: 100 }).toEqual(all);
      await Promise.all(workers.map((kill) => kill()));
    },
  );
});
