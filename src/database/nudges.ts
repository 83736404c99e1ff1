import { EventEmitter } from 'node:events';
import pg from 'pg';

const NUDGE_CHANNEL = 'tillgate_nudge';
/** Milliseconds within which nudges of one job are sent to other processes once. */
const NUDGE_PAUSE_MS = 20;
/** Milliseconds before the connection that receives nudges is opened again. */
const RECONNECT_PAUSE_MS = 1_000;

export interface NudgeOptions {
  readonly engine: 'postgres' | 'embedded';
  readonly connection: pg.PoolConfig;
  /** Where to listen, if not over the same way; null: nowhere. */
  readonly listenUrl?: string | null;
}

export interface Nudges {
  send(job: string): void;
  listen(listener: (job: string) => void): () => void;
  close(): Promise<void>;
}

/** Nudges are hints, never truth: one that is lost costs a job's `everyMs`, nothing else. */
export function createNudges(pool: pg.Pool, options: NudgeOptions): Nudges {
  const local = new EventEmitter().setMaxListeners(0);
  const waiting = new Map<string, NodeJS.Timeout>();
  let receiver: pg.Client | null = null;
  let closed = false;
  const sendToOthers = (job: string) => {
    if (options.engine !== 'postgres' || waiting.has(job)) return;
    const send = () => {
      waiting.delete(job);
      pool.query('select pg_notify($1, $2)', [NUDGE_CHANNEL, job]).catch(() => {});
    };
    waiting.set(job, setTimeout(send, NUDGE_PAUSE_MS));
  };
  const receive = async () => {
    const { listenUrl } = options;
    receiver = new pg.Client(listenUrl ? { connectionString: listenUrl } : options.connection);
    receiver.on('error', () => {});
    receiver.on('end', () => {
      receiver = null;
      if (!closed) setTimeout(receiveAgain, RECONNECT_PAUSE_MS).unref();
    });
    receiver.on('notification', ({ payload }) => local.emit('nudge', payload));
    await receiver.connect();
    await receiver.query(`listen ${NUDGE_CHANNEL}`);
  };
  const receiveAgain = () => {
    if (!closed && receiver === null) receive().catch(() => {});
  };
  return {
    send: (job) => {
      local.emit('nudge', job);
      sendToOthers(job);
    },
    listen: (listener) => {
      local.on('nudge', listener);
      if (options.engine === 'postgres' && options.listenUrl !== null) receiveAgain();
      return () => local.off('nudge', listener);
    },
    close: async () => {
      closed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      await receiver?.end().catch(() => {});
    },
  };
}
