import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { writeBackup } from '../database/backup-file.ts';
import { isFolderLocked } from '../database/folder-lock.ts';
import { findSamples, isOwnKey, OTHER_KEY } from '../domain/secret-key/own-key.ts';
import { keyCheckOf } from '../kit/key-check.ts';
import { callOperator, readSecret } from './operator.ts';
import {
  openServiceFolder,
  openServiceServer,
  readServiceDatabase,
  requireDatabase,
} from './service-database.ts';
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
    : await openServiceFolder(dataDir, TIMEOUT_MS);
  try {
    const previous = process.env.SECRET_KEY_PREVIOUS || undefined;
    // `restore` would ask for the key.
    if (!isOwnKey(await findSamples(database), secret, previous)) throw new CliError(OTHER_KEY);
    const head = { createdAt: new Date().toISOString(), keyCheck: keyCheckOf(secret) };
    return await writeBackup(database, file, head);
  } finally {
    await database.close();
  }
}
