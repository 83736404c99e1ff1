import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build puts the documentation, as seen from src/ and from dist/. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'docs');

/** Bytes of the pack: where they begin, and how many there are. */
export type Place = readonly [start: number, length: number];

/** A file of the documentation in the pack, in each of its forms. */
export interface PackedFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Place;
  readonly gzip: Place;
  readonly brotli: Place;
}

export interface PackedSite {
  readonly files: ReadonlyMap<string, PackedFile>;
  bytes(place: Place): Buffer;
}

/**
 * The built documentation, all of it in memory: no answer copies it, and a build beside a running
 * service takes no file away from it. Null when it was never built.
 */
export function readPackedSite(): PackedSite | null {
  const list = join(FOLDER, 'site.json');
  if (!existsSync(list)) return null;
  const files: Readonly<Record<string, PackedFile>> = JSON.parse(readFileSync(list, 'utf8'));
  const pack = readFileSync(join(FOLDER, 'site.bin'));
  return {
    files: new Map(Object.entries(files)),
    bytes: ([start, length]) => pack.subarray(start, start + length),
  };
}
