import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openServer } from '../../src/database/open.ts';
import { makeMerchant, type Reply, toReply } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { type ProxyMode, type SwitchProxy, startSwitchProxy } from '../support/switch-proxy.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

/**
 * Milliseconds until an answer without a database, and until service after its return
 * (docs/contract/invariants.md#34).
 */
const WITHIN_MS = 10_000;
const { DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS } = readConfig({});

describe('a database that goes away', needs('server'), () => {
  const parts = {} as { source: TestDatabase; proxy: SwitchProxy; app: TestApp };
  beforeAll(async () => {
    parts.source = await openTestDatabase();
    parts.proxy = await startSwitchProxy(parts.source.url as string);
    const database = await openServer(parts.proxy.url, DATABASE_POOL_SIZE, DATABASE_TIMEOUT_MS);
    parts.app = await startTestApp({ ...parts.source, database });
  });
  afterAll(async () => {
    await parts.app.app.http.close();
    await parts.app.app.worker.stop();
    await parts.app.database.close();
    await parts.proxy.close();
    await parts.source.close();
  });

  for (const mode of ['refuse', 'hang'] satisfies ProxyMode[]) {
    it(`gives 5xx envelopes within 10 s and recovers within 10 s (${mode})`, async () => {
      const merchant = await makeMerchant(parts.app);
      const create = (headers: Readonly<Record<string, string>>) =>
        merchant.call('store/create-store', { name: 'Away' }, { headers });
      const keyed = () => create({ 'x-idempotency-key': randomUUID() });
      expect((await create({})).status).toBe(200);

      parts.proxy.turn(mode);
      const calls = [create({}), keyed(), create({}), keyed()];
      const replies = await Promise.all([...calls.map(timed), timed(untilNotReady())]);
      for (const { reply, tookMs } of replies) {
        expect(reply.status).toBe(503);
        expect(tookMs).toBeLessThan(WITHIN_MS);
      }
      for (const { reply } of replies.slice(0, calls.length)) {
        expect(reply.body).toEqual({
          data: null,
          errors: [{ message: 'Service temporarily unavailable', layer: 'gateway' }],
        });
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }

      parts.proxy.turn('pass');
      const returnedAt = Date.now();
      let back = await create({});
      while (back.status !== 200 && Date.now() - returnedAt < WITHIN_MS) back = await create({});
      expect(back.status).toBe(200);
      expect((await readiness()).status).toBe(200);
      expect(Date.now() - returnedAt).toBeLessThan(WITHIN_MS);
    }, 60_000);
  }

  /** The service may cache its last database check for a while. */
  const untilNotReady = async (until = Date.now() + WITHIN_MS / 2): Promise<Reply> => {
    const reply = await readiness();
    return reply.status === 200 && Date.now() < until ? untilNotReady(until) : reply;
  };
  const readiness = async () => toReply(await fetch(`${parts.app.baseUrl}/readyz`));
});

async function timed(call: Promise<Reply>) {
  const startedAt = Date.now();
  const reply = await call;
  return { reply, tookMs: Date.now() - startedAt };
}
