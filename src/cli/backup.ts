import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { writeBackup } from '../database/backup-file.ts';
import type { Database } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { isFolderLocked } from '../database/folder-lock.ts';
import { openWebhookKey } from '../events/webhook-key-pair.ts';
import { findWebhookKeys, type WebhookKeyRow } from '../events/webhook-keys.queries.ts';
import { keyCheckOf } from '../kit/key-check.ts';
import { createSecrets } from '../secrets.ts';
import { callOperator, readSecret } from './kyb.ts';
import { openServiceServer, readServiceDatabase, requireDatabase } from './service-database.ts';
import { CliError } from './settings.ts';
import { takeFile } from './take-file.ts';

/** Milliseconds for one read of the database. */
const TIMEOUT_MS = 15 * 60_000;

/** `backup`: writes the whole database to one file, whether or not the service runs. */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write a consistent copy of the whole database to a file (operator)')
    .argument(
      '<file>',
      'path of a new file; protect it like the database, and store SECRET_KEY elsewhere',
    )
    .action(async (file: string, _options: unknown, command: Command) => {
      if (existsSync(file)) throw new CliError(`${file} already exists`);
      const { tables, rows } = await makeBackup(command, file);
      process.stdout.write(`${file}: ${rows} rows from ${tables} tables\n`);
    });
}

/** The embedded database belongs to one process: if the service runs, it writes the file. */
async function makeBackup(command: Command, file: string) {
  const place = readServiceDatabase(command);
  requireDatabase(place);
  const { server, dataDir } = place;
  if (!server && (await isFolderLocked(dataDir))) {
    const made = await callOperator(command, 'backup/write-backup', {});
    await takeFile(made.path, file);
    return made;
  }
  const secret = readSecret();
  const database = server
    ? await openServiceServer(server, TIMEOUT_MS)
    : await openEmbedded({ dataDir, timeoutMs: TIMEOUT_MS });
  try {
    await requireOwnKey(database, secret);
    const head = { createdAt: new Date().toISOString(), keyCheck: keyCheckOf(secret) };
    return await writeBackup(database, file, head);
  } finally {
    await database.close();
  }
}

/** Throws if the key opens none of the database's webhook keys: `restore` would ask for it. */
async function requireOwnKey(database: Database, secret: string): Promise<void> {
  const secrets = createSecrets(secret, process.env.SECRET_KEY_PREVIOUS || undefined);
  const isOpen = (key: WebhookKeyRow) => {
    try {
      return openWebhookKey(key, secrets) !== '';
    } catch {
      return false;
    }
  };
  const keys = await findWebhookKeys(database);
  if (keys.length === 0 || keys.some(isOpen)) return;
  throw new CliError("SECRET_KEY doesn't decrypt the secrets of this database: set the service's");
}
