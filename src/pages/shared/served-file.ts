import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A file that stays the same while the service runs, in each of its forms. */
export interface ServedFile {
  readonly type: string;
  /** Changes with its content. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** Compresses a file in each way; the quality of Brotli is at most 11. */
export function packFile(type: string, plain: Buffer, brotliQuality: number): ServedFile {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return {
    ...{ type, plain, gzip: gzipSync(plain), brotli: brotliCompressSync(plain, { params }) },
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
  };
}
