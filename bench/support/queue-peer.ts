import { Redis } from 'ioredis';
import { openServer } from '../../src/database/open.ts';
import { createDatabase } from './bench-database.ts';
import { startPeer } from './peer.ts';
import { backendCpu, cpuSince } from './postgres-cpu.ts';
import { cpuMicroseconds } from './service.ts';

export const QUEUE_PEERS = ['BullMQ', 'pg-boss'] as const;
export type QueuePeerName = (typeof QUEUE_PEERS)[number];

const REDIS_URL = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379';
const STATEMENT_MS = 60_000;

/**
 * Deliveries per second, and CPU milliseconds per delivery in the peer and in its queue's store.
 */
export interface QueueRound {
  readonly delivering: number;
  readonly cpu: Readonly<Record<'service' | 'store', number>>;
}

/** Deliveries queued with a queue library, in its own process. */
export interface QueuePeer {
  /** Enqueues the given number of deliveries, then measures how fast they are processed. */
  round(count: number): Promise<QueueRound>;
  stop(): Promise<void>;
}

export async function startQueuePeer(
  name: QueuePeerName,
  receiverUrl: string,
  webhooks: number,
): Promise<QueuePeer> {
  const store = await (name === 'BullMQ' ? useRedis() : usePostgres());
  const peer = await startPeer('queues', {
    ...{ QUEUE: name === 'BullMQ' ? 'bullmq' : 'pg-boss', RECEIVER_URL: receiverUrl },
    ...{ WEBHOOKS: String(webhooks), ...store.settings },
  });
  const post = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${peer.port}${path}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  };
  return {
    round: async (count) => {
      await post(`/enqueue?count=${count}`);
      const cpuBefore = await cpuMicroseconds(peer.pid);
      const storeCpu = await store.cpuFromHere();
      const started = performance.now();
      await post('/drain');
      const seconds = (performance.now() - started) / 1_000;
      const service = (await cpuMicroseconds(peer.pid)) - cpuBefore;
      const cpu = {
        service: service / 1_000 / count,
        store: (await storeCpu()) / 1_000 / count,
      };
      return { delivering: count / seconds, cpu };
    },
    stop: async () => {
      await peer.stop();
      await store.close();
    },
  };
}

/** The queue's store, and its CPU microseconds since a given moment. */
interface QueueStore {
  readonly settings: Readonly<Record<string, string>>;
  cpuFromHere(): Promise<() => Promise<number>>;
  close(): Promise<void>;
}

async function useRedis(): Promise<QueueStore> {
  const redis = new Redis(REDIS_URL);
  const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  return {
    settings: { REDIS_URL },
    cpuFromHere: async () => {
      const before = await cpuMicroseconds(pid);
      return async () => (await cpuMicroseconds(pid)) - before;
    },
    close: async () => void (await redis.quit()),
  };
}

async function usePostgres(): Promise<QueueStore> {
  const source = await createDatabase();
  const database = await openServer(source.url, 1, STATEMENT_MS);
  return {
    settings: { DATABASE_URL: source.url },
    cpuFromHere: async () => {
      const before = await backendCpu(database);
      return async () => cpuSince(before, await backendCpu(database));
    },
    close: async () => {
      await database.close();
      await source.drop();
    },
  };
}
