import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerClient, type ServerClientOptions } from './server-client.ts';

export const WAKE_CHANNEL = 'tillgate_wake';
/** Milliseconds within which wake-ups of one job are sent to other processes once. */
const NUDGE_PAUSE_MS = 20;
/** Milliseconds before the connection that receives wake-ups is opened again. */
const RECONNECT_PAUSE_MS = 1_000;
/** Milliseconds after which that connection is tried, and for its answer: a dead network says nothing. */
const BEAT_MS = 5_000;

export interface WakeUpOptions {
  /** Tells the other processes; null where there are none. */
  readonly notify: ((job: string) => Promise<unknown>) | null;
  /** Where to listen; null: nowhere. */
  readonly listenOn: ServerClientOptions | null;
}

export interface WakeUps {
  send(job: string): void;
  listen(listener: (job: string) => void): () => void;
  close(): Promise<void>;
}

/** Wake-ups are hints, never truth: one that is lost costs a job's `everyMs`, nothing else. */
export function createWakeUps({ notify, listenOn }: WakeUpOptions): WakeUps {
  const local = new EventEmitter().setMaxListeners(0);
  const waiting = new Map<string, NodeJS.Timeout>();
  let receiving: Receiving | null = null;
  const sendToOthers = (job: string) => {
    if (notify === null || waiting.has(job)) return;
    const send = () => {
      waiting.delete(job);
      notify(job).catch(() => {});
    };
    waiting.set(job, setTimeout(send, NUDGE_PAUSE_MS));
  };
  return {
    send: (job) => {
      local.emit('wake', job);
      sendToOthers(job);
    },
    listen: (listener) => {
      local.on('wake', listener);
      if (listenOn) receiving ??= receive(listenOn, (job) => local.emit('wake', job));
      return () => local.off('wake', listener);
    },
    close: async () => {
      for (const timer of waiting.values()) clearTimeout(timer);
      await receiving?.stop();
    },
  };
}

interface Receiving {
  stop(): Promise<void>;
}

/** Receives what other processes send, over one connection after another. */
function receive(options: ServerClientOptions, onWake: (job: string) => void): Receiving {
  let isOn = true;
  let client: ServerClient;
  const listenUntilLost = async () => {
    client = new ServerClient({ ...options, keepAlive: true, query_timeout: BEAT_MS });
    client.on('notification', ({ payload }) => onWake(payload ?? ''));
    await client.connect();
    while (isOn) {
      // Said again it changes nothing, but it fails where nobody answers and on a standby.
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
