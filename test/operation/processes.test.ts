import { readFile, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import {
  makeMerchant,
  makeStore,
  post,
  type Reply,
  signHeaders,
  type TestMerchant,
} from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { startCommand } from '../support/run-command.ts';
import {
  buildService,
  root,
  type ServiceProcess,
  startService,
  withFolder,
} from '../support/service-process.ts';
import { startLoad } from '../support/steady-load.ts';
import { startSwitchProxy } from '../support/switch-proxy.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

const TEST_MS = 180_000;
const MAIN = [process.execPath, join(root, 'dist', 'main.js')];
const SETTINGS = { PROCESSES: '2', RATE_LIMITS: 'off', DRAIN_MS: '300' };
const REQUESTS_PER_SECOND = 200;
const CALLERS = 8;
/** Acknowledged writes before and after a process is killed in the middle of the next ones. */
const WRITES = 100;
/** Metrics report the last reading for up to 30 seconds, and one after a failure can take ten. */
const POLLING = { timeout: 45_000, interval: 200 };

const test = useTestApp();

/** The supervisor and its processes, stopped cleanly afterwards. */
async function withProcesses(
  settings: Readonly<Record<string, string>>,
  work: (service: ServiceProcess, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const given = { DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY };
    const service = await startService(folder, { ...given, ...SETTINGS, ...settings });
    try {
      await work(service, folder);
    } finally {
      const code = await service.stop();
      expect({ code, output: service.output() }).toMatchObject({ code: 0 });
    }
  });
}

describe('PROCESSES', () => {
  it('is refused with the embedded database, with a clear message', async () => {
    await buildService();
    await withFolder(async (folder) => {
      const { code, stderr } = await startCommand(folder, MAIN, { PROCESSES: 'auto' }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^PROCESSES needs DATABASE_URL: /);
      expect(stderr).not.toMatch(/\n {4}at /);
    });
  }, 120_000);
});

describe('several processes', { ...needs('server'), timeout: TEST_MS }, () => {
  it('keep running when one is killed, keep acknowledged writes, and get a replacement', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    await withProcesses({}, async (service) => {
      const before = await childrenOf(service.pid);
      expect(before).toHaveLength(3);
      const acknowledged: string[] = [];
      const lost: string[] = [];
      let isOn = true;
      const write = async () => {
        const call = callerAt(service.baseUrl, merchant);
        while (isOn) {
          const reply = await call('onetime-product/create-product', product(storeId)).catch(
            (error: Error) => error,
          );
          if (reply instanceof Error) lost.push(reply.message);
          else {
            expect(reply.status).toBe(200);
            acknowledged.push(reply.body.data.product.id);
          }
        }
      };
      const writing = Promise.all(Array.from({ length: CALLERS }, write));
      const untilWritten = async (count: number) => {
        while (acknowledged.length < count) await pause(5);
      };
      await untilWritten(WRITES);
      const [killed] = before;
      process.kill(killed as number, 'SIGKILL');
      await untilWritten(2 * WRITES);
      const after = await untilChildren(service.pid, (pids) => pids.length === 3);
      expect(after).not.toContain(killed);
      isOn = false;
      await writing;
      // At most one failed request per connection: one that was being sent to the killed process.
      expect(lost.length).toBeLessThanOrEqual(CALLERS);
      expect(await missing(acknowledged)).toEqual([]);
      // Lines of the log are collected for a quarter of a second.
      const output = expect.poll(() => service.output(), POLLING);
      await output.toContain('a process ended, another one takes its place');
      expect(await figureOf(service, 'tillgate_process_crashes_total{role="api"}')).toBe(1);
    });
  });

  it('answer a connection whose process dies before it accepts it', async () => {
    await withProcesses({}, async (service) => {
      const [frozen] = await childrenOf(service.pid);
      process.kill(frozen as number, 'SIGSTOP');
      let answered = 0;
      const calls = Array.from({ length: 4 }, async () => {
        const { status } = await ask(service, new Agent());
        answered += 1;
        return status;
      });
      // One of them waits for the frozen process.
      while (answered < calls.length - 1) await pause(5);
      process.kill(frozen as number, 'SIGKILL');
      expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
    });
  });

  it('are replaced on SIGHUP without losing a request, with the current .env', async () => {
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    await withProcesses({}, async (service, folder) => {
      const before = await childrenOf(service.pid);
      const load = startLoad(service.baseUrl, {
        ...{ merchant, storeId, requestsPerSecond: REQUESTS_PER_SECOND, withReads: true },
      });
      await load.untilAnswered(REQUESTS_PER_SECOND);
      await writeFile(join(folder, '.env'), 'SIGN_UP=closed\n');
      process.kill(service.pid, 'SIGHUP');
      const after = await untilChildren(
        service.pid,
        (pids) => !pids.some((p) => before.includes(p)),
      );
      await load.untilAnswered(REQUESTS_PER_SECOND);
      const { sent, failures } = await load.stop();
      expect(failures).toEqual([]);
      expect(after).toHaveLength(3);
      expect(service.output()).toMatch(/^replaced$/m);
      expect((await signUp(service)).status).toBe(403);
      // Requests answered by replaced processes are still counted.
      expect(await requestsAnswered(service, '/update-store', '/v1/graphql')).toBe(sent);
    });
  });

  it('keep an idle connection open until its caller has received its next answer', async () => {
    await withProcesses({}, async (service) => {
      const before = await childrenOf(service.pid);
      const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
      for (const agent of agents) expect((await ask(service, agent)).connection).toBe('keep-alive');
      process.kill(service.pid, 'SIGHUP');
      while (!/^replaced$/m.test(service.output())) await pause(20);
      expect(await childrenOf(service.pid)).toEqual(expect.arrayContaining(before.slice(0, 2)));
      for (const agent of agents) {
        expect(await ask(service, agent)).toEqual({
          ...{ status: 200, connection: 'close', isReused: true },
        });
      }
      await untilChildren(service.pid, (pids) => !pids.some((pid) => before.includes(pid)));
    });
  });

  it('stay as they are when a new one cannot start', async () => {
    await withProcesses({}, async (service, folder) => {
      const before = await childrenOf(service.pid);
      await writeFile(join(folder, '.env'), 'SIGN_UP=sometimes\n');
      process.kill(service.pid, 'SIGHUP');
      while (!service.output().includes('the others go on as they are')) await pause(20);
      expect(service.output()).toContain('SIGN_UP: ');
      expect(await untilChildren(service.pid, (pids) => pids.length === 3)).toEqual(before);
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    });
  });

  it('share counters and limits', async () => {
    const settings = { RATE_LIMITS: 'on', RATE_LIMIT_API_KEY_PER_SECOND: '20' };
    const merchant = await makeMerchant(test);
    const { id } = await makeStore(merchant);
    await withProcesses(settings, async (service) => {
      const statuses: number[] = [];
      const until = Date.now() + 3_000;
      const callOn = async () => {
        const call = callerAt(service.baseUrl, merchant);
        while (Date.now() < until) {
          statuses.push((await call('store/update-store', { id, name: 'Busy' })).status);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, callOn));
      const answered = statuses.filter((status) => status === 200);
      // A burst plus three seconds' worth; with separate limits, each of two would allow as much.
      expect(answered.length).toBeLessThan(2 * 20 + 3 * 20);
      expect(answered.length).toBeGreaterThan(3 * 20 * 0.7);
      expect(await requestsAnswered(service, '/update-store')).toBe(statuses.length);
      expect(await figureOf(service, 'tillgate_database_up')).toBe(1);
      expect(await figureOf(service, 'tillgate_processes{role="api"}')).toBe(2);
    });
  });

  it('report a frozen database, and go on counting requests', async () => {
    const proxy = await startSwitchProxy(test.databaseUrl as string);
    await withProcesses({ DATABASE_URL: proxy.url }, async (service) => {
      const isUp = () => figureOf(service, 'tillgate_database_up');
      // A process that has just started may be slow to connect.
      await expect.poll(isUp, POLLING).toBe(1);
      const before = await requestsAnswered(service, '/healthz');
      proxy.turn('hang');
      await expect.poll(isUp, POLLING).toBe(0);
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
      expect(await requestsAnswered(service, '/healthz')).toBe(before + 1);
      expect(await figureOf(service, 'tillgate_queue_due{queue="mail"}')).toBeNaN();
      proxy.turn('pass');
      await expect.poll(isUp, POLLING).toBe(1);
    });
    await proxy.close();
  });

  it('close connections beyond the maximum instead of passing them around', async () => {
    await withProcesses({ MAX_CONNECTIONS: '5' }, async ({ baseUrl }) => {
      const { port } = new URL(baseUrl);
      const open = new Set<Socket>();
      const connectMore = async () => {
        for (let count = 0; count < 30; count += 1) {
          const socket = connect(Number(port), '127.0.0.1');
          open.add(socket);
          socket.on('error', () => {}).on('close', () => open.delete(socket));
        }
        while (open.size > 10) await pause(20);
        return open.size;
      };
      // In the end each of the two has five, whichever of them takes the connections.
      await expect.poll(connectMore, POLLING).toBe(10);
      for (const socket of open) socket.destroy();
    });
  });

  it('stop cleanly with the supervisor, and count signals within a second as one', async () => {
    await withProcesses({ DRAIN_MS: '2500' }, async (service) => {
      const children = await childrenOf(service.pid);
      const ended = service.stop();
      while (!service.output().includes('finishing work in progress')) await pause(5);
      process.kill(service.pid, 'SIGTERM');
      for (const pid of children) process.kill(pid, 'SIGTERM');
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(503);
      expect(await ended).toBe(0);
      expect(service.output().trim().split('\n').at(-1)).toBe('stopped');
      expect(children.filter(isThere)).toEqual([]);
    });
  });

  it('exit immediately on a later second signal', async () => {
    await withFolder(async (folder) => {
      const given = { DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY };
      const settings = { ...given, ...SETTINGS, DRAIN_MS: '10000' };
      const service = await startService(folder, settings);
      const children = await childrenOf(service.pid);
      void service.stop('SIGTERM');
      // A second is counted from when it noticed the first one.
      while (!service.output().includes('finishing work in progress')) await pause(5);
      await pause(1_100);
      expect(await service.stop('SIGTERM')).toBe(1);
      while (children.some(isThere)) await pause(5);
    });
  });

  it('finish their work and exit when the supervisor is killed', async () => {
    await withFolder(async (folder) => {
      const given = { DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY };
      const service = await startService(folder, { ...given, ...SETTINGS });
      const children = await childrenOf(service.pid);
      expect(await service.stop('SIGKILL')).toBe(null);
      while (children.some(isThere)) await pause(20);
      await expect.poll(() => service.output(), POLLING).toContain('The supervisor is gone');
    });
  });
});

function product(storeId: string) {
  const prices = { USD: { amount: '5.00', taxCategory: 'software', taxIncluded: true } };
  return { storeId, name: 'Acknowledged', prices };
}

/** The acknowledged ids that are missing from the database. */
async function missing(acknowledged: readonly string[]): Promise<string[]> {
  const rows = await test.database.query<{ id: string }>(sql`select id from product`);
  const found = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !found.has(decodeId('PROD', id) as string));
}

/** In start order (Linux). */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** Other processes start and end in real time. */
async function untilChildren(pid: number, isWanted: (pids: readonly number[]) => boolean) {
  for (;;) {
    const pids = await childrenOf(pid);
    if (isWanted(pids)) return pids;
    await pause(20);
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A caller with a connection of its own. */
function callerAt(baseUrl: string, merchant: TestMerchant) {
  const client = new Client(baseUrl);
  const { privateKey } = merchant.keys.test;
  return async (action: string, input: unknown) => {
    const path = `/v1/actions/${action}`;
    const body = JSON.stringify(input);
    const signed = signHeaders(path, body, merchant.shortId, privateKey);
    const headers = { 'content-type': 'application/json', ...signed };
    const answer = await client.request({ method: 'POST', path, headers, body });
    return { status: answer.statusCode, body: (await answer.body.json()) as Reply['body'] };
  };
}

function signUp({ baseUrl }: ServiceProcess) {
  const body = { email: 'late@merchant.example', password: 'a long enough one', name: 'Late' };
  return post(baseUrl, '/v1/actions/merchant/sign-up', JSON.stringify(body));
}

/** Readiness, over the agent's single connection. */
function ask({ baseUrl }: ServiceProcess, agent: Agent) {
  return new Promise<{ status?: number; connection?: string; isReused: boolean }>(
    (resolve, reject) => {
      const call = get(`${baseUrl}/readyz`, { agent }, (response) => {
        const { statusCode, headers } = response;
        const { connection } = headers;
        const answer = { status: statusCode, connection, isReused: call.reusedSocket };
        response.on('end', () => resolve(answer)).resume();
      });
      call.on('error', reject);
    },
  );
}

async function metricsOf({ baseUrl }: ServiceProcess): Promise<string[]> {
  return (await (await fetch(`${baseUrl}/metrics`)).text()).split('\n');
}

async function figureOf(service: ServiceProcess, series: string): Promise<number> {
  const line = (await metricsOf(service)).find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

/** Total over all processes, for paths with these endings. */
async function requestsAnswered(service: ServiceProcess, ...endings: readonly string[]) {
  const lines = (await metricsOf(service)).filter((line) =>
    endings.some(
      (path) => line.startsWith('tillgate_http_requests_total') && line.includes(`${path}"`),
    ),
  );
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
