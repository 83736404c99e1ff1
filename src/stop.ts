import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { LogOutput } from './gateway/request-log.ts';
import { watchConnections } from './gateway/watch-connections.ts';

/**
 * Milliseconds after which a hanging shutdown is cut short (docs/contract/invariants.md#34: 30 s in
 * total).
 */
const MAX_STOP_MS = 28_000;
/** Milliseconds within which a newly opened connection may still send its request. */
const SILENCE_MS = 1_000;
/** Milliseconds after which connections waiting for slow clients are cut. */
const MAX_REQUEST_MS = 18_000;
/** Milliseconds of a stop that are left after that, for closing the rest. */
const MIN_CLOSE_MS = 4_000;
/** Milliseconds after which an idle connection has closed, in addition to `KEEP_ALIVE_MS`. */
const MARGIN_MS = 3_000;

/** Ways to end a process gracefully; each resolves when nothing is left to do. */
export interface Ending {
  /**
   * Reports not ready, pauses so that balancers and persistent connections turn away, then stops
   * accepting connections, finishes running requests and batches, closes the database, and sends
   * the last traces and log lines (docs/contract/operation.md#stop).
   */
  stop(drainMs: number): Promise<void>;
  /**
   * Leaves the address to other processes listening on it: accepts no more connections, and closes
   * none that could just be sending a request.
   */
  retire(): Promise<void>;
}

/** What is closed once requests and batches have ended. */
interface Opened {
  /** The metrics' own port. */
  readonly metrics: FastifyInstance | null;
  readonly database: Database;
  /** Sends the last traces. */
  readonly stopTracing: (() => Promise<void>) | null;
  readonly log: LogOutput;
}

export function createEnding(
  config: Config,
  app: App,
  { metrics, database, stopTracing, log }: Opened,
): Ending {
  const connections = watchConnections(app.http.server);
  const isListening = config.ROLE !== 'worker';
  let closed: Promise<void> | null = null;
  const close = async (drainedMs: number) => {
    endLater();
    setTimeout(connections.cutSilent, SILENCE_MS).unref();
    const maxRequestMs = Math.min(MAX_REQUEST_MS, MAX_STOP_MS - drainedMs - MIN_CLOSE_MS);
    setTimeout(() => app.http.server.closeAllConnections(), maxRequestMs).unref();
    await Promise.all([app.http.close(), app.worker.stop()]);
    await metrics?.close();
    await database.close();
    await stopTracing?.();
    await log.finish();
  };
  const closeOnce = (drainedMs: number) => {
    closed ??= close(drainedMs);
    return closed;
  };
  return {
    stop: async (drainMs) => {
      endLater();
      app.drain();
      if (isListening) await pause(drainMs);
      await closeOnce(drainMs);
    },
    retire: async () => {
      app.retire();
      if (isListening) {
        connections.refuseMore();
        await connections.untilGone(config.KEEP_ALIVE_MS + MARGIN_MS);
      }
      await closeOnce(0);
    },
  };
}

function endLater(): void {
  const end = () => {
    process.stderr.write(
      `Shutdown didn't finish within ${MAX_STOP_MS / 1_000} s; exiting anyway\n`,
    );
    process.exit(1);
  };
  setTimeout(end, MAX_STOP_MS).unref();
}
