import type { Config } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';

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
  return openEmbedded({ dataDir: config.DATA_DIR, timeoutMs });
}

/** The replica that reads may go to, or null. */
export async function openConfiguredReplica(config: Config): Promise<Database | null> {
  if (!config.DATABASE_REPLICA_URL) return null;
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: size, DATABASE_TIMEOUT_MS: ms } = config;
  return openServer(url, size, ms, { isPooled: config.DATABASE_POOLER === 'transaction' });
}

/** A pool of connections to the server of the URL. */
export async function openServer(
  url: string,
  poolSize: number,
  timeoutMs: number,
  pooler: Pick<DatabaseOptions, 'isPooled' | 'listenUrl'> = {},
): Promise<Database> {
  return openDatabase({
    ...pooler,
    engine: 'postgres',
    connection: { connectionString: url },
    poolSize,
    timeoutMs,
  });
}
