import type { Config } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';

/** The database that the settings name: a PostgreSQL server, or the embedded one. */
export function openConfiguredDatabase(config: Config): Promise<Database> {
  const timeoutMs = config.DATABASE_TIMEOUT_MS;
  if (config.DATABASE_URL)
    return openServer(config.DATABASE_URL, config.DATABASE_POOL_SIZE, timeoutMs);
  return openEmbedded({ dataDir: config.DATA_DIR, timeoutMs });
}

/** A pool of connections to the server of the URL. */
export async function openServer(
  url: string,
  poolSize: number,
  timeoutMs: number,
): Promise<Database> {
  return openDatabase({
    engine: 'postgres',
    connection: { connectionString: url },
    poolSize,
    timeoutMs,
  });
}
