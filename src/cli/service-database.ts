import type { Command } from 'commander';
import { configShape } from '../config.ts';
import type { Database } from '../database/database.ts';
import { hasDatabase, openEmbedded } from '../database/embedded.ts';
import { openServer } from '../database/open.ts';
import { CliError, dataDirectory, findDotenv } from './settings.ts';

const POOL_SIZE = 1;

/** A PostgreSQL server, or the pooler in front of it if its own address isn't known. */
export interface ServiceServer {
  readonly url: string;
  readonly isPooled: boolean;
}

/** Where the service has its database. */
export interface ServiceDatabase {
  /** Null if the database is embedded. */
  readonly server: ServiceServer | null;
  readonly dataDir: string;
}

/** Reads the service's settings, from the environment and the file of `--dotenv`. */
export function readServiceDatabase(command: Command): ServiceDatabase {
  const dotenv = findDotenv(command);
  const given = { ...process.env };
  if (dotenv !== null) process.loadEnvFile(dotenv);
  // The file's pooler and direct URL belong to its own server, not to one given for this command.
  const settings = given.DATABASE_URL ? given : process.env;
  return { server: chooseServer(settings), dataDir: dataDirectory() };
}

/**
 * Bypasses a pooler if possible, because it refuses the timeouts of long commands. Without a pooler,
 * `DATABASE_DIRECT_URL` has no meaning, as for the service. Throws if the URL is malformed.
 */
function chooseServer(settings: NodeJS.ProcessEnv): ServiceServer | null {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: direct } = settings;
  if (!url) return null;
  requireUrl('DATABASE_URL', url);
  if (pooler !== 'transaction') return { url, isPooled: false };
  if (!direct) return { url, isPooled: true };
  requireUrl('DATABASE_DIRECT_URL', direct);
  process.stderr.write('Connecting to DATABASE_DIRECT_URL\n');
  return { url: direct, isPooled: false };
}

function requireUrl(name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string): void {
  const { error } = configShape[name].safeParse(url);
  if (error) throw new CliError(`${name}: ${error.issues[0]?.message}`);
}

/**
 * Throws if the service has no database yet; commands never make one. Says which embedded one is
 * used, because that may be another than the service's if settings are missing.
 */
export function requireDatabase({ server, dataDir }: ServiceDatabase): void {
  if (server) return;
  if (!hasDatabase(dataDir)) {
    throw new CliError(
      `No database found: DATABASE_URL isn't set, and there is no database in ${dataDir}`,
    );
  }
  process.stderr.write(`Using the database in ${dataDir}\n`);
}

/** Opens one connection to the service's server. */
export function openServiceServer(server: ServiceServer, timeoutMs: number): Promise<Database> {
  return openServer(server.url, POOL_SIZE, timeoutMs, { isPooled: server.isPooled });
}

/**
 * Opens the embedded database; `isBlank` creates it without a schema. Waits for the disk whatever
 * `EMBEDDED_DURABILITY` is: a command ends soon, and what it says must survive a power failure.
 */
export function openServiceFolder(
  dataDir: string,
  timeoutMs: number,
  isBlank = false,
): Promise<Database> {
  return openEmbedded({ dataDir, timeoutMs, isBlank, isDurable: true });
}
