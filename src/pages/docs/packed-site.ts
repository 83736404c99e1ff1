import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedFile } from '../shared/served-file.ts';

/** Where the build puts the documentation, as seen from src/ and from dist/. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'docs');

/** A range of bytes in the pack: offset and length. */
export type Place = readonly [start: number, length: number];

/** A file of the documentation in the pack, in each of its forms. */
export interface PackedFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Place;
  readonly gzip: Place;
  readonly brotli: Place;
}

/** The files by path. */
export type PackedSite = ReadonlyMap<string, ServedFile>;

/**
 * The built documentation, entirely in memory: answers don't copy it, and a build doesn't remove
 * files of a running service. Null if it was never built.
 */
export function readPackedSite(): PackedSite | null {
  const list = join(FOLDER, 'site.json');
  if (!existsSync(list)) return null;
  const files: Readonly<Record<string, PackedFile>> = JSON.parse(readFileSync(list, 'utf8'));
  const pack = readFileSync(join(FOLDER, 'site.bin'));
  const at = ([start, length]: Place) => pack.subarray(start, start + length);
  return new Map(
    Object.entries(files).map(([path, { type, etag, plain, gzip, brotli }]) => [
      path,
      { type, etag, plain: at(plain), gzip: at(gzip), brotli: at(brotli) },
    ]),
  );
}
