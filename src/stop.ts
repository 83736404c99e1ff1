import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { watchSilentConnections } from './gateway/silent-connections.ts';

/** Milliseconds after which a stop that hangs is cut short (invariant 34: 30 s in all). */
const LONGEST_STOP_MS = 28_000;
/** Milliseconds in which a connection that has just been opened may still send its request. */
const SILENCE_MS = 1_000;
/** Milliseconds after which connections that still wait for a slow client are cut. */
const LONGEST_REQUEST_MS = 18_000;

/**
 * On SIGTERM: not ready, a pause in which balancers and kept connections turn away, then no new
 * connection, the requests and the batches under way, the database, the end. On SIGINT without the
 * pause; a second one ends at once.
 */
export function stopOnSignals(
  config: Config,
  app: App,
  metrics: FastifyInstance | null,
  database: Database,
): void {
  const silent = watchSilentConnections(app.http.server);
  let stopping = false;
  const stop = async (drainMs: number) => {
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    app.drain();
    if (config.ROLE !== 'worker') await pause(drainMs);
    setTimeout(silent.cut, SILENCE_MS).unref();
    setTimeout(() => app.http.server.closeAllConnections(), LONGEST_REQUEST_MS).unref();
    await Promise.all([app.http.close(), app.worker.stop()]);
    await metrics?.close();
    await database.close();
  };
  const onSignal = (drainMs: number) => {
    if (stopping) return process.exit(1);
    stopping = true;
    stop(drainMs).then(
      () => process.exit(0),
      (error: unknown) => {
        app.http.log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => onSignal(config.DRAIN_MS));
  process.on('SIGINT', () => onSignal(0));
}
