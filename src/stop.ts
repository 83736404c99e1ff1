import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { watchSilentConnections } from './gateway/silent-connections.ts';

/**
 * Milliseconds after which a stop that hangs is cut short (docs/contract/invariants.md#34: 30 s in
 * all).
 */
const MAX_STOP_MS = 28_000;
/** Milliseconds in which a connection that has just been opened may still send its request. */
const SILENCE_MS = 1_000;
/** Milliseconds after which connections that still wait for a slow client are cut. */
const MAX_REQUEST_MS = 18_000;
/** Milliseconds in which one signal counts once: npm passes on what the terminal sends, too. */
const SAME_SIGNAL_MS = 1_000;

/**
 * On SIGTERM: not ready, a pause in which balancers and kept connections turn away, then no new
 * connection, the requests and the batches under way, the database, the end. On SIGINT without the
 * pause; a second one ends the process immediately (docs/contract/operation.md#stop).
 */
export function stopOnSignals(
  config: Config,
  app: App,
  metrics: FastifyInstance | null,
  database: Database,
): void {
  const silent = watchSilentConnections(app.http.server);
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
  const stop = async (drainMs: number) => {
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    app.drain();
    if (config.ROLE !== 'worker') await pause(drainMs);
    setTimeout(silent.cut, SILENCE_MS).unref();
    setTimeout(() => app.http.server.closeAllConnections(), MAX_REQUEST_MS).unref();
    await Promise.all([app.http.close(), app.worker.stop()]);
    await metrics?.close();
    await database.close();
  };
  const onSignal = (signal: NodeJS.Signals, drainMs: number) => {
    if (first !== null) {
      const isSame = first.signal === signal && performance.now() - first.atMs < SAME_SIGNAL_MS;
      return isSame ? undefined : endNow(signal);
    }
    first = { signal, atMs: performance.now() };
    process.stdout.write(`${signal}: finishing what is under way; a second one ends it now\n`);
    stop(drainMs).then(
      () => {
        process.stdout.write('stopped\n');
        process.exit(0);
      },
      (error: unknown) => {
        app.http.log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', (signal) => onSignal(signal, config.DRAIN_MS));
  process.on('SIGINT', (signal) => onSignal(signal, 0));
}

function endNow(signal: NodeJS.Signals): never {
  process.stderr.write(`${signal} again: ended without waiting\n`);
  process.exit(1);
}
