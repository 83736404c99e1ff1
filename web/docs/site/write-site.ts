import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedFile, Place } from '../../../src/pages/docs/packed-site.ts';
import { packFile } from '../../../src/pages/shared/served-file.ts';
import type { DocFile } from './page.ts';

/** Out of 11: the maximum takes ten times as long and saves only an eighth more. */
const BROTLI_QUALITY = 7;

/**
 * Writes all files, compressed and plain, into one file and their positions into another. The
 * service reads both once, and every response is a slice of them.
 */
export function writeSite(files: readonly DocFile[], folder: string): void {
  const parts: Buffer[] = [];
  let size = 0;
  const add = (bytes: Buffer): Place => {
    parts.push(bytes);
    size += bytes.length;
    return [size - bytes.length, bytes.length];
  };
  const entries = files.map(({ path, contentType, content }) => {
    const file = packFile(contentType, Buffer.from(content as string), BROTLI_QUALITY);
    const { type, etag, plain, gzip, brotli } = file;
    const places = { plain: add(plain), gzip: add(gzip), brotli: add(brotli) };
    const packed: PackedFile = { type, etag, ...places };
    return [path, packed];
  });
  writeFileSync(join(folder, 'site.bin'), Buffer.concat(parts));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(Object.fromEntries(entries)));
}

/** A name derived from the content, so that browsers can cache it permanently. */
export function hashedName(name: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  return name.replace(/\.(\w+)$/, `-${hash}.$1`);
}
