import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import { hasDatabase } from '../database/embedded.ts';
import { openServer } from '../database/open.ts';
import { dataDirectory } from './note-place.ts';
import { CliError, type GlobalOptions } from './settings.ts';

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
  const { dotenv } = command.optsWithGlobals<GlobalOptions>();
  const given = { ...process.env };
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  // The file's pooler and direct URL belong to its own server, not to one given for this command.
  const settings = given.DATABASE_URL ? given : process.env;
  return { server: chooseServer(settings), dataDir: dataDirectory() };
}

/**
 * Bypasses a pooler if possible, because it refuses the timeouts of long commands. Without a pooler,
 * `DATABASE_DIRECT_URL` has no meaning, as for the service.
 */
function chooseServer(settings: NodeJS.ProcessEnv): ServiceServer | null {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: direct } = settings;
  if (!url) return null;
  if (pooler !== 'transaction') return { url, isPooled: false };
  if (!direct) return { url, isPooled: true };
  process.stderr.write('Connecting to DATABASE_DIRECT_URL\n');
  return { url: direct, isPooled: false };
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
