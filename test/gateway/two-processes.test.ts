import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { type AppProcess, startAppProcess } from '../support/app-process.ts';
import { makeMerchant, signHeaders } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { newPlan, PROBE_TABLE, probeAction } from '../support/probe-action.ts';
import { useTestApp } from '../support/test-app.ts';

const IN_FLIGHT = JSON.stringify({
  data: null,
  errors: [
    {
      message: 'Request with this idempotency key is already being processed',
      layer: 'gateway',
    },
  ],
});
/** The full proof makes 10,000 calls with 100 keys (docs/contract/invariants.md#1). */
const CALLS = Number(process.env.RACE_CALLS ?? 1_000);
const KEYS = CALLS / 100;
/** Open connections per process. */
const CONNECTIONS = 100;

const test = useTestApp({}, { actions: [probeAction(newPlan())] });

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe('two processes on one database', needs('server'), () => {
  const processes: AppProcess[] = [];
  const pools: Pool[] = [];
  beforeAll(async () => {
    await test.database.query(PROBE_TABLE);
    processes.push(await startAppProcess(test.databaseUrl as string));
    for (const baseUrl of [test.baseUrl, processes[0]?.baseUrl as string]) {
      pools.push(new Pool(baseUrl, { connections: CONNECTIONS }));
    }
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.close()));
    await Promise.all(processes.map((process) => process.kill()));
  });

  const send = async (index: number, path: string, body: string, headers: Headers) => {
    const pool = pools[index % pools.length] as Pool;
    const response = await pool.request({ method: 'POST', path, headers, body });
    return { status: response.statusCode, text: await response.body.text() };
  };

  it('produce one effect per key, with identical 200s and 409 for the rest', async () => {
    const merchant = await makeMerchant(test);
    const path = '/v1/actions/probe/leave-mark';
    const requests = Array.from({ length: KEYS }, (_, index) => {
      const key = `race_${index}`;
      const body = JSON.stringify({ mark: key });
      const signed = signHeaders(path, body, merchant.shortId, merchant.keys.test.privateKey);
      const headers = { 'content-type': 'application/json', 'x-idempotency-key': key, ...signed };
      return { key, body, headers };
    });
    const answers = new Map<string, Answer[]>(requests.map(({ key }) => [key, []]));
    const calls = Array.from({ length: CALLS }, async (_, index) => {
      const request = requests[index % KEYS] as (typeof requests)[number];
      // Each key goes to both processes in turn.
      const answer = await send(Math.floor(index / KEYS), path, request.body, request.headers);
      answers.get(request.key)?.push(answer);
    });
    await Promise.all(calls);

    for (const [key, replies] of answers) {
      const done = replies.filter((reply) => reply.status === 200);
      expect(new Set(done.map((reply) => reply.text)).size, key).toBe(1);
      const others = replies.filter((reply) => reply.status !== 200);
      for (const { status, text } of others) expect([status, text]).toEqual([409, IN_FLIGHT]);
    }
    const marks = await test.database.query<{ count: number }>(
      sql`select count(*)::int as count from probe where mark like 'race%' group by mark`,
    );
    expect(marks).toHaveLength(KEYS);
    expect(marks.filter(({ count }) => count !== 1)).toEqual([]);
  });

  it('both refuse a key from the moment one of them has deleted it', async () => {
    const merchant = await makeMerchant(test);
    const path = '/v1/actions/probe/leave-mark';
    const signed = signHeaders(path, '{}', merchant.shortId, merchant.keys.test.privateKey);
    const headers = { 'content-type': 'application/json', ...signed };
    for (const index of [0, 1]) expect((await send(index, path, '{}', headers)).status).toBe(200);
    await test.database.query(
      sql`update api_key set deleted_at = now() where id = ${merchant.keys.test.id}`,
    );
    for (const index of [0, 1]) expect((await send(index, path, '{}', headers)).status).toBe(401);
  });
});

type Headers = Record<string, string>;
