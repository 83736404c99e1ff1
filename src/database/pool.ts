import pg from 'pg';
import { asFault, concernsServer, isLost, mayPass } from './faults.ts';
import type { Finder } from './finder.ts';
import { ServerClient } from './server-client.ts';

/** Seconds after which a connection is replaced, however well it works. */
const MAX_LIFETIME_SECONDS = 30 * 60;
/** Milliseconds to a failure that is worth a second try elsewhere. */
const QUICK_MS = 3_000;

export interface ConnectionPoolOptions extends pg.PoolConfig {
  /** Where the server is; absent for the embedded engine, which is where it is. */
  readonly finder?: Finder;
  readonly mustWrite?: boolean;
  /** Why nothing may be asked of the database just now; null where it may. */
  readonly fault?: () => Error | null;
}

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** A pool that follows its server: connections that may lead to a former one are not given out. */
export class ConnectionPool extends pg.Pool {
  readonly #fault: () => Error | null;

  constructor(options: ConnectionPoolOptions) {
    const following = { maxLifetimeSeconds: MAX_LIFETIME_SECONDS, Client: ServerClient };
    super({ ...(options.finder ? following : {}), ...options } as pg.PoolConfig);
    this.#fault = options.fault ?? (() => null);
    // A lost idle connection is replaced at the next use; without a listener it would end the process.
    this.on('error', () => {});
    // The same for one lost in the middle of a transaction; its statements fail and tell.
    this.on('connect', (connection) => connection.on('error', () => {}));
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
        // The server that was known is gone: the second try looks for where it is now.
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

/** Closes a connection after an error that says it is no good any more; the pool then forgets it. */
export function closeIfLost(connection: pg.PoolClient, error: unknown): void {
  if (!isLost(error)) return;
  if (connection instanceof ServerClient && concernsServer(error)) connection.doubt();
  close(connection);
}

/** Without a goodbye, for which a server that is cut off would have to be waited for. */
function close(connection: pg.PoolClient): void {
  connection.end().catch(() => {});
  connection.connection.stream.destroy();
}
