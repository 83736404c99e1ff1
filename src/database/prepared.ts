import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** A fully migrated data folder in one file, created by the build and shipped with it. */
const PREPARED = fileURLToPath(new URL('../../dist/prepared/', import.meta.url));
const DATA = join(PREPARED, 'data.br');
const ORIGIN = join(PREPARED, 'origin.json');
const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));
/** Window large enough to exploit that the engine's three databases are nearly identical. */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_LGWIN]: 24,
};
/** Bytes of the length that precedes the index. */
const SIZE_BYTES = 4;

/** Every path below the folder with its file's size in bytes; null for a folder. */
type Index = [path: string, size: number | null][];

/** What a prepared folder was made from; it only fits the same engine and migrations. */
interface Origin {
  readonly engine: string;
  readonly migrations: string;
}

/** Packs a cleanly closed data folder for use by first starts. */
export function packPrepared(dataFolder: string): void {
  const entries = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isDirectory() ? null : readFileSync(path);
    return { path: path.slice(dataFolder.length + 1), content };
  });
  const index: Index = entries.map(({ path, content }) => [path, content?.length ?? null]);
  const head = Buffer.from(JSON.stringify(index));
  const size = Buffer.alloc(SIZE_BYTES);
  size.writeUInt32BE(head.length);
  const data = Buffer.concat([size, head, ...entries.flatMap(({ content }) => content ?? [])]);
  mkdirSync(PREPARED, { recursive: true });
  writeFileSync(DATA, brotliCompressSync(data, { params: COMPRESSION }));
  writeFileSync(ORIGIN, JSON.stringify(currentOrigin()));
}

/** The packed folder; null if there is none for this engine and these migrations. */
export function findPrepared(): string | null {
  return isPreparedCurrent() ? DATA : null;
}

/** Whether the prepared folder matches the current engine and migrations. */
export function isPreparedCurrent(): boolean {
  if (!existsSync(ORIGIN)) return false;
  const { engine, migrations }: Origin = JSON.parse(readFileSync(ORIGIN, 'utf8'));
  const current = currentOrigin();
  return engine === current.engine && migrations === current.migrations;
}

/** The current engine and migrations. */
export function currentOrigin(): Origin {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'));
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  return { engine: version, migrations: hash.digest('hex') };
}
