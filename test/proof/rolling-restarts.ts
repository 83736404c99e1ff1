import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer } from '../support/balancer.ts';
import { signHeaders, type TestMerchant } from '../support/merchant.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

/** Longer than the balancer takes to see that a process is not ready. */
const DRAIN_MS = '600';
const PLACES = [0, 1] as const;
/** Answered between two restarts at the least, so that each happens under load on a slow machine too. */
const MIN_ANSWERS_BETWEEN = 100;
const TARGET = '/v1/actions/store/update-store';

export interface RollingOptions {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly merchant: TestMerchant;
  readonly storeId: string;
  /** Processes restarted, one after the other. */
  readonly restarts: number;
  readonly requestsPerSecond: number;
}

export interface RollingResult {
  readonly sent: number;
  /** Of each request that was not answered with 200: its status or what broke. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Restarts two API processes in turn behind a balancer, under signed writes at a steady rate. */
export async function restartInTurns(options: RollingOptions): Promise<RollingResult> {
  const settings = { ...options.settings, ROLE: 'api', DRAIN_MS, RATE_LIMITS: 'off' };
  const start = () => startService(options.folder, settings);
  const balancer = await startBalancer();
  const running: ServiceProcess[] = [];
  const begin = async (place: number) => {
    const service = await start();
    running[place] = service;
    balancer.put(place, service.baseUrl);
    await balancer.untilReady(place);
  };
  for (const place of PLACES) await begin(place);
  const load = startLoad(balancer.url, options);
  try {
    for (let restart = 0; restart < options.restarts; restart += 1) {
      const place = restart % PLACES.length;
      const code = await running[place]?.stop();
      if (code !== 0) throw new Error(`A process ended with ${code}`);
      await begin(place);
      await load.untilAnswered(MIN_ANSWERS_BETWEEN);
    }
    return await load.stop();
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    await balancer.close();
  }
}

/** Signed writes over kept connections at a steady pace until told to stop. */
function startLoad(url: string, options: RollingOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const { merchant, storeId, requestsPerSecond } = options;
  const startedAt = performance.now();
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  let answered = 0;
  let isOn = true;
  const fire = async () => {
    const text = JSON.stringify({ id: storeId, name: `Restarted ${sent}` });
    const headers = signHeaders(TARGET, text, merchant.shortId, merchant.keys.test.privateKey);
    const outcome = await send(agent, url + TARGET, headers, text);
    if (outcome !== '200') failures.push(outcome);
    answered += 1;
  };
  const running = (async () => {
    while (isOn) {
      const due = ((performance.now() - startedAt) / 1_000) * requestsPerSecond;
      for (; sent < due; sent += 1) {
        const call = fire().finally(() => open.delete(call));
        open.add(call);
      }
      await pause(5);
    }
  })();
  return {
    untilAnswered: async (more: number) => {
      for (const goal = answered + more; answered < goal; ) await pause(5);
    },
    stop: async (): Promise<RollingResult> => {
      isOn = false;
      await running;
      await Promise.all(open);
      agent.destroy();
      return { sent, failures, seconds: (performance.now() - startedAt) / 1_000 };
    },
  };
}

function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    call.on('response', (response) => {
      response.on('end', () => resolve(String(response.statusCode))).resume();
      response.on('error', (error) => resolve(error.message));
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      resolve(`${error.code ?? error.message}${call.reusedSocket ? ' on a kept connection' : ''}`);
    });
    call.end(text);
  });
}
