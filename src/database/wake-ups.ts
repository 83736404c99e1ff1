import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Notification } from 'pg';
import { ServerClient, type ServerClientOptions } from './server-client.ts';

export const WAKE_CHANNEL = 'tillgate_wake';
/**
 * Milliseconds for which wake-ups are collected and sent to other processes together, one per job.
 */
const WAKE_UP_PAUSE_MS = 20;
/** Milliseconds before reconnecting to receive wake-ups. */
const RECONNECT_PAUSE_MS = 1_000;
/**
 * Interval and timeout of that connection's health check, in milliseconds: a dead network is
 * silent.
 */
const BEAT_MS = 5_000;

export interface WakeUpOptions {
  /** Notifies other processes; null if there are none. */
  readonly notify: ((jobs: readonly string[]) => Promise<unknown>) | null;
  /** Whether this process's pool is connected to that process of the server. */
  readonly isOwn: (processId: number) => boolean;
  /** Where to listen; null if wake-ups aren't received. */
  readonly listenOn: ServerClientOptions | null;
}

export interface WakeUps {
  send(job: string): void;
  listen(listener: (job: string) => void): () => void;
  close(): Promise<void>;
}

/** Wake-ups are only hints: a lost one delays a job by at most its `everyMs`. */
export function createWakeUps({ notify, isOwn, listenOn }: WakeUpOptions): WakeUps {
  const local = new EventEmitter().setMaxListeners(0);
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let receiving: Receiving | null = null;
  const sendToOthers = (job: string) => {
    if (notify === null) return;
    waiting.add(job);
    timer ??= setTimeout(() => {
      timer = undefined;
      notify([...waiting]).catch(() => {});
      waiting.clear();
    }, WAKE_UP_PAUSE_MS);
  };
  // This process's own wake-ups have already woken its jobs.
  const receiveFromOthers = ({ payload = '', processId }: Notification) => {
    if (!isOwn(processId)) local.emit('wake', payload);
  };
  return {
    send: (job) => {
      local.emit('wake', job);
      sendToOthers(job);
    },
    listen: (listener) => {
      local.on('wake', listener);
      if (listenOn) receiving ??= receive(listenOn, receiveFromOthers);
      return () => local.off('wake', listener);
    },
    close: async () => {
      clearTimeout(timer);
      await receiving?.stop();
    },
  };
}

interface Receiving {
  stop(): Promise<void>;
}

/** Receives wake-ups of other processes, reconnecting as needed. */
function receive(
  options: ServerClientOptions,
  onNotification: (notification: Notification) => void,
): Receiving {
  let isOn = true;
  let client: ServerClient;
  const listenUntilLost = async () => {
    client = new ServerClient({ ...options, keepAlive: true, query_timeout: BEAT_MS });
    client.on('notification', onNotification);
    await client.connect();
    while (isOn) {
      // Repeating it has no effect, but it fails if the server is unreachable or a standby.
      await client.query(`listen ${WAKE_CHANNEL}`);
      await once(client, 'end', { signal: AbortSignal.timeout(BEAT_MS) }).catch(() => {});
    }
  };
  const listenAgainAndAgain = async () => {
    while (isOn) {
      await listenUntilLost().catch(() => {});
      client.end().catch(() => {});
      if (isOn) await pause(RECONNECT_PAUSE_MS, undefined, { ref: false });
    }
  };
  void listenAgainAndAgain();
  return {
    stop: async () => {
      isOn = false;
      await client.end().catch(() => {});
    },
  };
}
