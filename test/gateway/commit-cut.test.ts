import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { sql } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { type AppProcess, startAppProcess } from '../support/app-process.ts';
import { callAt } from '../support/calls.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { newPlan, PROBE_TABLE, probeAction, probeAtOnce } from '../support/probe-action.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts';

/** The full proof runs 300 rounds (docs/contract/invariants.md#4). */
const CUTS = Number(process.env.COMMIT_CUTS ?? 30);
/** Each kill costs a restart of the service. */
const KILLS = Number(process.env.COMMIT_KILLS ?? 2);
const POOL_SIZE = 4;
const TIMEOUT_MS = 5_000;
const LEASE_MS = 60_000;
const OUTCOME_UNKNOWN = 'Outcome unknown, retry with the same idempotency key';
const own = { actions: [...actions, probeAction(newPlan()), probeAtOnce(newPlan())] };
/** Actions whose key is claimed before their transaction, and within it. */
const PATHS = ['probe/leave-mark', 'probe/leave-mark-at-once'] as const;
/** Milliseconds until the server has noticed that a connection is lost. */
const NOTICED_MS = 10_000;

const test = useTestApp({}, own);

describe('a connection lost at COMMIT', needs('server'), () => {
  let proxy: TcpProxy;
  beforeAll(async () => {
    await test.database.query(PROBE_TABLE);
    proxy = await startTcpProxy(test.databaseUrl as string);
  });
  afterAll(() => proxy.close());

  const send = (merchant: TestMerchant, path: string, key: string, baseUrl = test.baseUrl) =>
    callAt(test, merchant, {
      path,
      body: { mark: key },
      headers: { 'x-idempotency-key': key },
      baseUrl,
    });

  /** The retry of a compliant client: again for as long as the key is claimed. */
  const retry = async (merchant: TestMerchant, path: string, key: string) => {
    const first = await send(merchant, path, key);
    if (first.status !== 409) return first;
    // If the claim wasn't released, its lease expires; a lock ends once its server notices.
    if (path === PATHS[0]) test.clock.advance(LEASE_MS + 1);
    let last = first;
    const status = async () => {
      last = await send(merchant, path, key);
      return last.status;
    };
    await expect.poll(status, { timeout: NOTICED_MS }).not.toBe(409);
    return last;
  };

  const countMarks = async (key: string) => {
    const [row] = await test.database.query<{ count: number }>(
      sql`select count(*)::int as count from probe where mark = ${key}`,
    );
    return row?.count;
  };

  it.each(
    PATHS,
  )(`leaves exactly one effect after a retry, ${CUTS} of ${CUTS}: %s`, async (path) => {
    const merchant = await makeMerchant(test);
    const throughProxy = await startBehind(proxy);
    const cutsBefore = proxy.cuts;
    for (let index = 0; index < CUTS; index += 1) {
      const key = `cut_${path.length}_${index}`;
      const committed = index % 2 === 1;
      proxy.cut = committed ? 'afterCommit' : 'beforeCommit';
      const lost = await send(merchant, path, key, throughProxy.baseUrl);
      proxy.cut = 'none';
      expectError(lost, 503, OUTCOME_UNKNOWN, 'gateway');
      expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
      const retried = await retry(merchant, path, key);
      expect(retried.status).toBe(200);
      expect(retried.headers.get('idempotent-replayed')).toBe(committed ? 'true' : null);
      expect(await countMarks(key)).toBe(1);
    }
    expect(proxy.cuts - cutsBefore).toBe(CUTS);
    await throughProxy.stop();
  });

  it(
    `leaves exactly one effect when the process is killed at COMMIT, ${KILLS} of ${KILLS}`,
    {
      timeout: 60_000,
    },
    async () => {
      const merchant = await makeMerchant(test);
      for (let index = 0; index < KILLS; index += 1) {
        const key = `killed_${index}`;
        const child: AppProcess = await startAppProcess(proxy.url);
        // The child uses real time, which its requests must be signed with.
        const committed = index % 2 === 1;
        proxy.cut = committed ? 'afterCommit' : 'beforeCommit';
        proxy.onCut = () => child.kill();
        await expect(sendNow(merchant, key, child.baseUrl)).rejects.toThrow();
        proxy.cut = 'none';
        proxy.onCut = async () => {};
        expect((await retry(merchant, PATHS[0], key)).status).toBe(200);
        expect(await countMarks(key)).toBe(1);
      }
    },
  );

  const sendNow = (merchant: TestMerchant, key: string, baseUrl: string) =>
    callAt({ ...test, clock: { now: () => new Date(), advance: () => {} } }, merchant, {
      path: 'probe/leave-mark',
      body: { mark: key },
      headers: { 'x-idempotency-key': key },
      baseUrl,
    });
});

/** The service with connections through the proxy and the test's clock. */
async function startBehind({ url }: TcpProxy) {
  const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
  const close = () => database.close();
  const behind: TestApp = await startTestApp({ database, url, close }, {}, own);
  const stop = async () => {
    await behind.app.http.close();
    await close();
  };
  return { baseUrl: behind.baseUrl, stop };
}
