import type { Config } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { createFinder } from './finder.ts';
import type { ServerClientOptions } from './server-client.ts';
import { parseServers } from './servers.ts';

/** Milliseconds for which calls wait for a lost server, so that few of them fail. */
const PATIENCE_MS = 3_000;

/** The database that the settings name: a PostgreSQL server, or the embedded one. */
export function openConfiguredDatabase(config: Config): Promise<Database> {
  const timeoutMs = config.DATABASE_TIMEOUT_MS;
  if (config.DATABASE_URL) {
    const isPooled = config.DATABASE_POOLER === 'transaction';
    return openServer(config.DATABASE_URL, config.DATABASE_POOL_SIZE, timeoutMs, {
      isPooled,
      ...(isPooled ? { listenUrl: config.DATABASE_DIRECT_URL ?? null } : {}),
    });
  }
  const isDurable = config.EMBEDDED_DURABILITY === 'fsync';
  return openEmbedded({ dataDir: config.DATA_DIR, timeoutMs, isDurable });
}

/** The read replica, or null. */
export async function openConfiguredReplica(config: Config): Promise<Database | null> {
  if (!config.DATABASE_REPLICA_URL) return null;
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: size, DATABASE_TIMEOUT_MS: ms } = config;
  const isPooled = config.DATABASE_POOLER === 'transaction';
  // No patience needed: reads can fall back to the primary.
  return openServer(url, size, ms, { isPooled, mustWrite: false, patienceMs: 0 });
}

export interface ServerOptions extends Pick<DatabaseOptions, 'isPooled'> {
  /** Where to listen for wake-ups, bypassing a pooler; null if jobs only poll. */
  readonly listenUrl?: string | null;
  /**
   * Whether to skip read-only servers unless the URL says otherwise. Behind a pooler this can't be
   * known, because the next transaction may run elsewhere.
   */
  readonly mustWrite?: boolean;
  /** Milliseconds for which calls wait for a lost server. */
  readonly patienceMs?: number;
}

/** A pool of connections to the URL's server that accepts writes. */
export async function openServer(
  url: string,
  poolSize: number,
  timeoutMs: number,
  options: ServerOptions = {},
): Promise<Database> {
  const { isPooled = false, listenUrl, mustWrite = !isPooled, patienceMs = PATIENCE_MS } = options;
  const connection = wayTo(url, mustWrite, patienceMs);
  const listenOn = listenUrl ? wayTo(listenUrl, true, 0) : listenUrl === null ? null : connection;
  return openDatabase({
    ...{ engine: 'postgres', connection, listenOn, isPooled, poolSize, timeoutMs },
  });
}

function wayTo(url: string, mustWrite: boolean, patienceMs: number): ServerClientOptions {
  const servers = parseServers(url, mustWrite);
  const { connectionString } = servers;
  return {
    connectionString,
    finder: createFinder(servers, patienceMs),
    mustWrite: servers.mustWrite,
  };
}
