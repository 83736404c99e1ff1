import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type DemoFileContent, readDemo } from '../support/demo-client.ts';
import { signHeaders } from '../support/merchant.ts';
import { root, type ServiceProcess, startService, withFolder } from '../support/service-process.ts';

/** Milliseconds from SIGTERM to exit (docs/contract/invariants.md#34). */
const MAX_STOP_MS = 30_000;
const REQUESTS_PER_SECOND = 200;
const REQUESTS_BEFORE_STOP = 500;
/** As many connections as concurrent requests, so that none waits for one past the signal. */
const MAX_OPEN = 40;

interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  /** Whether the connection was unused, so the service may not have accepted it yet. */
  readonly isFresh: boolean;
  /** Whether it started after the signal was sent. */
  readonly afterSignal: boolean;
}

describe('SIGTERM', () => {
  it('fails no request under 200 requests/s and ends the process within 30 s', async () => {
    await withFolder(async (folder) => {
      const service = await startService(folder, { RATE_LIMITS: 'off', DRAIN_MS: '1000' });
      const load = startLoad(service, await readDemo(folder));
      while (load.sent() < REQUESTS_BEFORE_STOP) await pause(20);
      const signalledAt = Date.now();
      load.signalled();
      const [code, becameUnready] = await Promise.all([service.stop(), unready(service.baseUrl)]);
      const outcomes = await load.stop();

      expect(code).toBe(0);
      expect(becameUnready).toBe(true);
      expect(Date.now() - signalledAt).toBeLessThan(MAX_STOP_MS);
      const before = outcomes.filter(({ afterSignal }) => !afterSignal);
      const answered = outcomes.filter(({ status }) => status === 200);
      // Kept-alive connections were still served after readiness went down.
      expect(answered.length).toBeGreaterThan(before.length);
      const failed = outcomes.filter(({ status }) => status !== 200);
      // Closing the port resets new connections that the service hasn't accepted yet.
      const refused = failed.filter(
        ({ error, afterSignal, isFresh }) =>
          afterSignal && (error === 'ECONNREFUSED' || (isFresh && error === 'ECONNRESET')),
      );
      expect(failed.filter((outcome) => !refused.includes(outcome))).toEqual([]);
    });
  }, 180_000);

  it('reaches the service through npm start', async () => {
    await withFolder(async (folder) => {
      const settings = { DATA_DIR: join(folder, 'data'), HOME: folder, DEMO: 'false' };
      const npm = ['npm', 'start', '--prefix', root] as const;
      const service = await startService(folder, settings, npm);
      expect(await service.stop()).toBe(0);
      await expect(fetch(`${service.baseUrl}/healthz`)).rejects.toThrow();
      await expect(access(join(folder, 'data', 'tillgate.lock'))).rejects.toThrow('ENOENT');
    });
  }, 180_000);

  it('sends the traces of the last requests', async () => {
    const received: string[] = [];
    const collector = createServer(async (request, response) => {
      received.push(await text(request));
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    await withFolder(async (folder) => {
      const endpoint = `http://127.0.0.1:${port}`;
      const settings = { DEMO: 'false', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
      const service = await startService(folder, settings);
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
      expect(await service.stop('SIGINT')).toBe(0);
    });
    collector.close();
    expect(received.join()).toContain('GET /healthz');
  }, 180_000);
});

/** Signed writes over kept-alive connections at a steady rate until stopped. */
function startLoad(service: ServiceProcess, demo: DemoFileContent) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_OPEN });
  const privateKey = createPrivateKey(demo.privateKey);
  const running: Promise<Outcome>[] = [];
  let afterSignal = false;
  let open = 0;
  const fire = () => {
    const target = '/v1/actions/store/update-store';
    const text = JSON.stringify({ id: demo.storeId, name: 'Under load' });
    const headers = signHeaders(target, text, demo.merchantId, privateKey);
    open += 1;
    const sent = send(agent, service.baseUrl + target, headers, text, afterSignal);
    running.push(sent.finally(() => (open -= 1)));
  };
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const due = ((Date.now() - startedAt) / 1_000) * REQUESTS_PER_SECOND;
    while (running.length < due && open < MAX_OPEN) fire();
  }, 5);
  return {
    sent: () => running.length,
    signalled: () => {
      afterSignal = true;
    },
    stop: async (): Promise<Outcome[]> => {
      clearInterval(timer);
      const outcomes = await Promise.all(running);
      agent.destroy();
      return outcomes;
    },
  };
}

function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string,
  afterSignal: boolean,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const done = (status: number | null, error: string | null) =>
      resolve({ status, error, afterSignal, isFresh: !call.reusedSocket });
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    call.on('response', (response) => {
      response.on('end', () => done(response.statusCode ?? null, null)).resume();
      response.on('error', (error) => done(null, error.message));
    });
    call.on('error', (error: NodeJS.ErrnoException) => done(null, error.code ?? error.message));
    call.end(text);
  });
}

/** Whether readiness goes down while the service still answers. */
async function unready(baseUrl: string): Promise<boolean> {
  for (;;) {
    const response = await fetch(`${baseUrl}/readyz`).catch(() => null);
    if (response === null) return false;
    await response.body?.cancel();
    if (response.status === 503) return true;
    await pause(20);
  }
}

/** Lets the load run: the service is another process, in real time. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
