import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from './database.ts';
import { compiledEngine, openOnEngine, startEngine } from './embedded-engine.ts';
import { lockFolder } from './folder-lock.ts';
import { findPrepared } from './prepared.ts';
import { watchDisk } from './watch-disk.ts';

/** Bytes that must be free under the data folder: the engine hangs on a full disk. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;

/** Name of the database's folder within the data folder. */
const FOLDER = 'postgres';
const PLACE_FOLDER = fileURLToPath(new URL('./place-folder.mjs', import.meta.url));
/** Major version of PostgreSQL in the engine; it can't read a folder of another version. */
export const POSTGRES_VERSION = '18';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly timeoutMs: number;
  /**
   * Whether a commit waits for the disk. Otherwise it survives the process but not a power failure.
   */
  readonly isDurable?: boolean;
  /** Creates a new folder without a schema, as a restore requires. */
  readonly isBlank?: boolean;
}

/**
 * PostgreSQL as WebAssembly in a worker thread, reached by the same driver through a Unix socket.
 * Throws when another process is using the folder, when it isn't usable, or when too little disk
 * space is left.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir, timeoutMs, isDurable = false, isBlank = false } = options;
  const unlock = await claimFolder(dataDir);
  try {
    const folder = join(dataDir, FOLDER);
    const compiling = compiledEngine();
    await makeDataFolder(folder, isDurable, isBlank);
    await compiling;
    const engine = await startEngine({ dataDir: folder, dumpPath: null, isDurable });
    const disk = watchDisk(folder);
    return openOnEngine(engine, {
      timeoutMs,
      fault: disk.fault,
      onClose: async () => {
        disk.stop();
        await engine.stop();
        await unlock();
      },
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function claimFolder(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${dataDir} can't be written to (${code}). Set DATA_DIR to a folder that can.`);
  }
  await refuseFullDisk(dataDir);
  return lockFolder(dataDir);
}

/** Whether the data folder has an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, FOLDER, 'PG_VERSION'));
}

/**
 * A new folder gets its name once it is complete, so an interrupted first start leaves nothing
 * behind. Throws when the folder exists and this engine can't read it.
 */
async function makeDataFolder(folder: string, isDurable: boolean, isBlank: boolean): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version?.trim() === POSTGRES_VERSION) return;
  if (version !== null) {
    throw new Error(
      `${folder} was made by PostgreSQL ${version.trim()}; this version of Tillgate has ` +
        `${POSTGRES_VERSION}. With the version that made it, run: npx tillgate backup old.backup\n` +
        'Then, with this one and an empty DATA_DIR: npx tillgate restore old.backup',
    );
  }
  const files = await readdir(folder).catch(() => []);
  if (files.length > 0) {
    throw new Error(`${folder} holds files but no database. Move it away and start again.`);
  }
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const packed = isBlank ? null : findPrepared();
  if (packed === null) await initialize(unfinished, isDurable);
  const task = JSON.stringify({ unfinished, folder, isDurable, packed });
  await promisify(execFile)(process.execPath, [PLACE_FOLDER, task]);
}

/**
 * Falls back to the engine's own initdb without a prepared folder. It takes seconds and twice the
 * memory.
 */
async function initialize(dataDir: string, isDurable: boolean): Promise<void> {
  const engine = await startEngine({ dataDir, dumpPath: null, isDurable });
  await engine.stop();
}

/** Throws when fewer than the needed bytes are free under the folder. */
async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= MIN_FREE_BYTES) return;
  const megabytes = Math.ceil(MIN_FREE_BYTES / 1024 / 1024);
  throw new Error(
    `Less than ${megabytes} MB are free under ${folder}. Free some space and start again.`,
  );
}
