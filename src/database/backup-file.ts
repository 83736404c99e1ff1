import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from './database.ts';
import { type DumpEnd, type DumpHead, writeDump } from './dump.ts';
import { DumpError, loadDump, readHead } from './load-dump.ts';

/** Writes a backup that only its owner can read. The file gets its name once it is complete. */
export async function writeBackup(
  database: Database,
  path: string,
  head: Pick<DumpHead, 'createdAt' | 'keyCheck'>,
): Promise<DumpEnd> {
  const unfinished = `${path}.unfinished`;
  const gzip = createGzip();
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
  const written = pipeline(gzip, file);
  written.catch(() => {});
  try {
    const end = await writeDump(database, head, async (line) => {
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    });
    gzip.end();
    await written;
    await rename(unfinished, path);
    return end;
  } catch (error) {
    gzip.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Reads a backup's header without restoring anything. Throws if the file is not a backup. */
export async function readBackupHead(path: string): Promise<DumpHead> {
  const lines = linesOf(path);
  try {
    return readHead((await lines.next()).value ?? undefined);
  } finally {
    await lines.return?.(undefined);
  }
}

/** Restores a backup into an empty database. */
export async function restoreBackup(database: Database, path: string): Promise<DumpEnd> {
  const lines = linesOf(path);
  try {
    const head = readHead((await lines.next()).value ?? undefined);
    return await loadDump(database, head, lines);
  } finally {
    await lines.return?.(undefined);
  }
}

async function* linesOf(path: string): AsyncGenerator<string, void> {
  const gunzip = createGunzip();
  const fed = pipeline(createReadStream(path), gunzip);
  fed.catch(() => {});
  try {
    yield* createInterface({ input: gunzip, crlfDelay: Number.POSITIVE_INFINITY });
    await fed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new DumpError(`The backup cannot be read: ${(error as Error).message}`);
  } finally {
    gunzip.destroy();
  }
}
