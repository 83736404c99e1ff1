import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import { openServer } from '../database/open.ts';
import { dataDirectory } from './note-place.ts';
import type { GlobalOptions } from './settings.ts';

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

/**
 * Reads the service's settings, from the environment and the file of `--dotenv`.
 * `DATABASE_DIRECT_URL` takes precedence, because a pooler refuses the timeouts of long commands.
 */
export function readServiceDatabase(command: Command): ServiceDatabase {
  const { dotenv } = command.optsWithGlobals<GlobalOptions>();
  const given = { ...process.env };
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const { DATABASE_URL: url, DATABASE_POOLER: pooler } = process.env;
  const dataDir = dataDirectory();
  if (!url) return { server: null, dataDir };
  // The file's direct URL leads to its own server, not to one named for this command alone.
  const { DATABASE_DIRECT_URL: direct } = given.DATABASE_URL ? given : process.env;
  if (!direct) return { server: { url, isPooled: pooler === 'transaction' }, dataDir };
  process.stderr.write('Connecting to DATABASE_DIRECT_URL\n');
  return { server: { url: direct, isPooled: false }, dataDir };
}

/** Opens one connection to the service's server. */
export function openServiceServer(server: ServiceServer, timeoutMs: number): Promise<Database> {
  return openServer(server.url, POOL_SIZE, timeoutMs, { isPooled: server.isPooled });
}
