import { statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import { configShape } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isFolderLocked } from '../database/folder-lock.ts';
import { listPendingMigrations } from '../database/migrate.ts';
import { type Examined, examine } from '../doctor/examine.ts';
import { reportOf } from '../doctor/report.ts';
import { compareWithProviders, readSince } from './compare-with-providers.ts';
import { notePlace } from './note-place.ts';
import {
  openServiceFolder,
  openServiceServer,
  readServiceDatabase,
  requireDatabase,
} from './service-database.ts';
import { CliError, dataDirectory } from './settings.ts';

const MEGABYTE = 1024 * 1024;
const MIN_FREE_MEGABYTES = 500;
/** Milliseconds for one check, which may read every order. */
const TIMEOUT_MS = 15 * 60_000;

/** `doctor`: checks the books in the database; exits with code 1 if something is wrong. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the database: orders, charges, refunds, ledger, due work; stop the service first if it is embedded',
    )
    .option(
      '--since <time>',
      'also compare with the payment providers’ own books since then, such as after a restore',
    )
    .action(async ({ since }: { since?: string }, command: Command) => {
      const from = since === undefined ? null : readSince(since, new Date());
      const database = await openDatabase(command);
      const { examined, note } = await look(database, from).finally(() => database.close());
      process.stdout.write(reportOf(examined) + note);
      if (examined.some(({ count }) => count > 0)) process.exitCode = 1;
    });
}

/** The books and the place can only be read if the schema is this version's. */
async function look(database: Database, from: Date | null) {
  const pending = await listPendingMigrations(database);
  const schema = examineSchema(pending);
  if (pending.length > 0) return { examined: [schema], note: '' };
  const disk = database.engine === 'embedded' ? [await examineDisk()] : [];
  const now = new Date();
  // First, because it throws if settings are missing.
  const compared = from === null ? [] : await compareWithProviders(database, from, now);
  const books = await examine(database, now, retentionDays());
  return { examined: [schema, ...disk, ...books, ...compared], note: await notePlace(database) };
}

/** The service's setting, which this command may not have: then its default. */
function retentionDays(): number {
  const { data, error } = configShape.RETENTION_DAYS.safeParse(
    process.env.RETENTION_DAYS || undefined,
  );
  if (error) throw new CliError(`RETENTION_DAYS: ${error.issues[0]?.message}`);
  return data;
}

/**
 * Opens the service's database; an embedded one only while the service is stopped, and never a new
 * one.
 */
async function openDatabase(command: Command): Promise<Database> {
  const place = readServiceDatabase(command);
  requireDatabase(place);
  const { server, dataDir } = place;
  if (server) return openServiceServer(server, TIMEOUT_MS);
  if (await isFolderLocked(dataDir)) {
    throw new CliError(
      `The service is using the database in ${dataDir}. Stop it, run doctor, and start it again`,
    );
  }
  return openServiceFolder(dataDir, TIMEOUT_MS);
}

function examineSchema(pending: readonly string[]): Examined {
  return {
    check: {
      promise: 'The schema is up to date',
      advice: 'Run "npx tillgate migrate" or start the service, then run doctor again.',
    },
    count: pending.length,
    faults: pending.map((name) => ({ subject: name, fault: 'is not applied yet' })),
  };
}

/** Checks the disk of an embedded database; a server's disk isn't on this machine. */
async function examineDisk(): Promise<Examined> {
  const folder = dataDirectory();
  const { bavail, bsize } = await statfs(folder);
  const megabytes = Math.floor((bavail * bsize) / MEGABYTE);
  const faults = [{ subject: folder, fault: `has ${megabytes} MB left` }];
  const check = {
    promise: `The disk has ${MIN_FREE_MEGABYTES} MB left for the database`,
    advice: "Free some space: the service doesn't start with less than 200 MB.",
  };
  const isFull = megabytes < MIN_FREE_MEGABYTES;
  return { check, count: isFull ? 1 : 0, faults: isFull ? faults : [] };
}
