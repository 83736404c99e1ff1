import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { signHeaders, type TestMerchant } from './merchant.ts';

const WRITE = '/v1/actions/store/update-store';
const READ = '/v1/graphql';

export interface LoadOptions {
  readonly merchant: TestMerchant;
  readonly storeId: string;
  readonly requestsPerSecond: number;
  /** Whether every second request reads. */
  readonly withReads?: boolean;
}

export interface LoadResult {
  readonly sent: number;
  /** For each request not answered with 200: its status or error. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

export interface SteadyLoad {
  /** Resolves once the given number of further requests have been answered. */
  untilAnswered(more: number): Promise<void>;
  stop(): Promise<LoadResult>;
}

/** Signed requests over kept-alive connections at a steady rate until stopped. */
export function startLoad(url: string, options: LoadOptions): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 40, scheduling: 'fifo' });
  const { merchant, storeId, requestsPerSecond, withReads = false } = options;
  const startedAt = performance.now();
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  let answered = 0;
  let isOn = true;
  const fire = async (isRead: boolean) => {
    const target = isRead ? READ : WRITE;
    const query = `{ store(id: "${storeId}") { id name } }`;
    const text = JSON.stringify(isRead ? { query } : { id: storeId, name: `Restarted ${sent}` });
    const headers = signHeaders(target, text, merchant.shortId, merchant.keys.test.privateKey);
    const outcome = await send(agent, url + target, headers, text);
    if (outcome !== '200') failures.push(outcome);
    answered += 1;
  };
  const running = (async () => {
    while (isOn) {
      const due = ((performance.now() - startedAt) / 1_000) * requestsPerSecond;
      for (; sent < due; sent += 1) {
        const call = fire(withReads && sent % 2 === 0).finally(() => open.delete(call));
        open.add(call);
      }
      await pause(5);
    }
  })();
  return {
    untilAnswered: async (more) => {
      for (const goal = answered + more; answered < goal; ) await pause(5);
    },
    stop: async () => {
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
