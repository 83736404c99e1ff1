import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { watchConnections } from './gateway/watch-connections.ts';

/**
 * Milliseconds after which a stop that hangs is cut short (docs/contract/invariants.md#34: 30 s in
 * all).
 */
const MAX_STOP_MS = 28_000;
/** Milliseconds in which a connection that has just been opened may still send its request. */
const SILENCE_MS = 1_000;
/** Milliseconds after which connections that still wait for a slow client are cut. */
const MAX_REQUEST_MS = 18_000;
/** Milliseconds for which a kept connection may be idle, as its answers say, and a little more. */
const MAX_KEPT_MS = 75_000;

/** The ways in which a process ends in order; each resolves when nothing is left to do. */
export interface Ending {
  /**
   * Not ready, a pause in which balancers and kept connections turn away, then no new connection,
   * the requests and the batches under way, the database (docs/contract/operation.md#stop).
   */
  stop(drainMs: number): Promise<void>;
  /**
   * Leaves the address to other processes that listen on it: no new connection from here on, and
   * none is closed that could be sending a request just now.
   */
  retire(): Promise<void>;
}

export function createEnding(
  config: Config,
  app: App,
  metrics: FastifyInstance | null,
  database: Database,
): Ending {
  const connections = watchConnections(app.http.server);
  const isListening = config.ROLE !== 'worker';
  let closed: Promise<void> | null = null;
  const close = async () => {
    endLater();
    setTimeout(connections.cutSilent, SILENCE_MS).unref();
    setTimeout(() => app.http.server.closeAllConnections(), MAX_REQUEST_MS).unref();
    await Promise.all([app.http.close(), app.worker.stop()]);
    await metrics?.close();
    await database.close();
  };
  const closeOnce = () => {
    closed ??= close();
    return closed;
  };
  return {
    stop: async (drainMs) => {
      endLater();
      app.drain();
      if (isListening) await pause(drainMs);
      await closeOnce();
    },
    retire: async () => {
      app.retire();
      if (isListening) {
        connections.refuseMore();
        await connections.untilGone(MAX_KEPT_MS);
      }
      await closeOnce();
    },
  };
}

function endLater(): void {
  setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
}
