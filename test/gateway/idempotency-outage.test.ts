import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { sql } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { callAt } from '../support/calls.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { newPlan, PROBE_TABLE, type ProbePlan, probeAction } from '../support/probe-action.ts';
import { type SwitchProxy, startSwitchProxy } from '../support/switch-proxy.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const TIMEOUT_MS = 5_000;
/** Milliseconds within which a key must be free again; its lease lasts a minute. */
const WITHIN_MS = 10_000;
const plan: ProbePlan = newPlan();

describe('a key whose request hit an outage', needs('server'), () => {
  const parts = {} as {
    source: TestDatabase;
    proxy: SwitchProxy;
    test: TestApp;
    merchant: TestMerchant;
  };
  beforeAll(async () => {
    parts.source = await openTestDatabase();
    parts.proxy = await startSwitchProxy(parts.source.url as string);
    const database = await openServer(parts.proxy.url, 4, TIMEOUT_MS);
    const own = { actions: [...actions, probeAction(plan)] };
    parts.test = await startTestApp({ ...parts.source, database }, {}, own);
    await database.query(PROBE_TABLE);
    parts.merchant = await makeMerchant(parts.test);
  });
  beforeEach(() => Object.assign(plan, newPlan()));
  afterAll(async () => {
    await parts.test.app.http.close();
    await parts.test.app.worker.stop();
    await parts.test.database.close();
    await parts.proxy.close();
    await parts.source.close();
  });

  it("is free soon after the database is back, though it couldn't be released during the outage", async () => {
    const key = randomUUID();
    const send = (otherKey = key) =>
      callAt(parts.test, parts.merchant, {
        path: 'probe/leave-mark',
        body: { mark: key },
        headers: { 'x-idempotency-key': otherKey },
      });
    plan.handle = async () => parts.proxy.turn('refuse');
    expectError(await send(), 503, 'Service temporarily unavailable', 'gateway');
    plan.handle = async () => {};
    // Longer than calls wait for a lost server.
    for (let round = 0; round < 2; round += 1) {
      expect((await send(randomUUID())).status).toBe(503);
    }
    parts.proxy.turn('pass');
    const from = Date.now();
    let reply = await send();
    while (reply.status !== 200) {
      expect(reply.status).toBe(409);
      expect(Date.now() - from).toBeLessThan(WITHIN_MS);
      await pause(100);
      reply = await send();
    }
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
    const [row] = await parts.source.database.query<{ count: number }>(
      sql`select count(*)::int as count from probe where mark = ${key}`,
    );
    expect(row?.count).toBe(1);
  }, 30_000);
});
