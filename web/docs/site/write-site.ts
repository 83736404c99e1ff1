import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PackedFile, Place } from '../../../src/pages/docs/packed-site.ts';
import type { DocFile } from './page.ts';

/** Of 11: the highest would take ten times as long for an eighth less. */
const BROTLI_QUALITY = 7;

/**
 * Writes all files into one, compressed and plain, and where each is into another: the service reads
 * two files once, and every answer is a part of them.
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
    const bytes = Buffer.from(content as string);
    const packed: PackedFile = {
      type: contentType,
      etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
      plain: add(bytes),
      gzip: add(gzipSync(bytes)),
      brotli: add(compress(bytes)),
    };
    return [path, packed];
  });
  writeFileSync(join(folder, 'site.bin'), Buffer.concat(parts));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(Object.fromEntries(entries)));
}

function compress(bytes: Buffer): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** A name that changes with the content, so that a browser can keep it. */
export function hashedName(name: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  return name.replace(/\.(\w+)$/, `-${hash}.$1`);
}
