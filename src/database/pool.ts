import pg from 'pg';
import { asFault, concernsServer, isLost, mayPass } from './faults.ts';
import type { Finder } from './finder.ts';
import { ServerClient } from './server-client.ts';

/** Maximum lifetime of a connection, in seconds, even if it works. */
const MAX_LIFETIME_SECONDS = 30 * 60;
/**
 * A failure within this many milliseconds is worth one retry elsewhere; together with waiting for
 * that one's answer, this stays below 15 seconds.
 */
const QUICK_MS = 2_000;

export interface ConnectionPoolOptions extends pg.PoolConfig {
  /** Finds the server; absent for the embedded engine, which has a fixed place. */
  readonly finder?: Finder;
  readonly mustWrite?: boolean;
  /** Why the database must not be used right now; null if it may be. */
  readonly fault?: () => Error | null;
}

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/**
 * A pool that follows its server: connections that may lead to a former server aren't handed out.
 */
export class ConnectionPool extends pg.Pool {
  readonly #fault: () => Error | null;
  readonly #backends = new Set<number | undefined>();

  constructor(options: ConnectionPoolOptions) {
    const following = { maxLifetimeSeconds: MAX_LIFETIME_SECONDS, Client: ServerClient };
    super({ ...(options.finder ? following : {}), ...options } as pg.PoolConfig);
    this.#fault = options.fault ?? (() => null);
    // A lost idle connection is replaced at its next use. Without a listener, it would crash the
    // process.
    this.on('error', () => {});
    // The same for a connection lost during a transaction, whose statements report the failure.
    this.on('connect', (connection) => connection.on('error', () => {}));
    this.on('connect', (connection) => this.#backends.add(backendOf(connection)));
    this.on('remove', (connection) => this.#backends.delete(backendOf(connection)));
  }

  /** Whether one of the pool's connections is to this process of the server. */
  hasBackend(processId: number): boolean {
    return this.#backends.has(processId);
  }

  /** Throws `UnavailableError` when there is no server, or no connection in time. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connect();
    super.connect(callback);
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const fault = this.#fault();
    if (fault) throw fault;
    const from = Date.now();
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await this.#takeCurrent();
      } catch (error) {
        // The known server is gone: the retry looks for the current one.
        const isWorthIt = isFirst && mayPass(error) && Date.now() - from < QUICK_MS;
        if (!isWorthIt) throw asFault(error);
      }
    }
  }

  async #takeCurrent(): Promise<pg.PoolClient> {
    for (;;) {
      const connection = await super.connect();
      if (!(connection instanceof ServerClient) || connection.isCurrent) return connection;
      close(connection);
      connection.release(true);
    }
  }
}

/** The process of the server behind a connection, which the driver's types leave out. */
function backendOf(connection: pg.PoolClient): number | undefined {
  return (connection as { readonly processID?: number }).processID;
}

/** Closes a connection after a fatal error, so that the pool discards it. */
export function closeIfLost(connection: pg.PoolClient, error: unknown): void {
  if (!isLost(error)) return;
  if (connection instanceof ServerClient && concernsServer(error)) connection.doubt();
  close(connection);
}

/** Closes without a goodbye, which would wait for an unreachable server. */
function close(connection: pg.PoolClient): void {
  connection.end().catch(() => {});
  connection.connection.stream.destroy();
}
