import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readBackupHead, restoreBackup } from '../database/backup-file.ts';
import { markRestored } from '../database/installation.ts';
import { withoutPassword } from '../kit/database-url.ts';
import { keyCheckOf } from '../kit/key-check.ts';
import { secretKeyPath } from '../secret-key.ts';
import { readSecret } from './operator.ts';
import {
  openServiceFolder,
  openServiceServer,
  readServiceDatabase,
  type ServiceDatabase,
} from './service-database.ts';
import { CliError } from './settings.ts';

/** Milliseconds for one statement: checking a foreign key reads a whole table. */
const TIMEOUT_MS = 6 * 60 * 60_000;

/** `restore`: restores a backup of any database into an empty one of either kind. */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into the empty database of DATABASE_URL or DATA_DIR (operator)')
    .argument('<file>', 'a file written by "backup"; needs the SECRET_KEY of its service')
    .action(async (file: string, _options: unknown, command: Command) => {
      const target = readServiceDatabase(command);
      if (!existsSync(file)) throw new CliError(`File not found: ${file}`);
      const { keyCheck, createdAt } = await readBackupHead(file).catch(explain);
      const secret = readSecret();
      if (keyCheck !== null && keyCheck !== keyCheckOf(secret)) throw new CliError(OTHER_KEY);
      refuseOtherFile(target, secret);
      process.stdout.write(`Restoring into ${nameOf(target)}\n`);
      const { rows, tables } = await restoreInto(target, file, secret).catch(explain);
      process.stdout.write(`${rows} rows in ${tables} tables, as of ${createdAt}\n${WHAT_NEXT}`);
    });
}

const OTHER_KEY =
  "SECRET_KEY doesn't match the service that made the backup, so its secrets can't be decrypted";

/** Throws if the service would find another key in the folder once `SECRET_KEY` isn't set. */
function refuseOtherFile({ server, dataDir }: ServiceDatabase, secret: string): void {
  const path = secretKeyPath(dataDir);
  if (server || !existsSync(path) || readFileSync(path, 'utf8').trim() === secret) return;
  throw new CliError(
    `${path} contains another key than SECRET_KEY. Move that file away, then restore again`,
  );
}

/** Where the backup goes, because that may be another database than the user means. */
function nameOf({ server, dataDir }: ServiceDatabase): string {
  return server ? withoutPassword(server.url) : `the database in ${dataDir}`;
}

const WHAT_NEXT = `Now run "npx tillgate doctor", then start the service. It makes no charges and sends no webhooks or
mail until you set CONFIRM_MOVE to the value in its log, to confirm that the original no longer runs.
`;

async function restoreInto({ server, dataDir }: ServiceDatabase, file: string, secret: string) {
  const database = server
    ? await openServiceServer(server, TIMEOUT_MS)
    : await openServiceFolder(dataDir, TIMEOUT_MS, true);
  try {
    const restored = await restoreBackup(database, file);
    await markRestored(database, new Date());
    if (!server) await keepSecret(dataDir, secret);
    return restored;
  } finally {
    await database.close();
  }
}

/** Stores the key where the service looks for it, unless there already is one. */
async function keepSecret(dataDir: string, secret: string): Promise<void> {
  const path = secretKeyPath(dataDir);
  if (existsSync(path)) return;
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

function explain(error: unknown): never {
  if (error instanceof Error) throw new CliError(error.message);
  throw error;
}
