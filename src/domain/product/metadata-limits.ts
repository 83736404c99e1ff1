import { codePointLength } from '../../kit/text.ts';

/**
 * Limits of the metadata of products, checkout sessions and refund tickets: keys, code points of a
 * key, bytes of the whole as JSON (docs/contract/limits.md#counts-and-sizes).
 */
export const MAX_METADATA_KEYS = 50;
export const MAX_METADATA_KEY_LENGTH = 64;
export const MAX_METADATA_BYTES = 16 * 1024;

/** Whether the metadata is within all limits. */
export function isSmallMetadata(metadata: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(metadata);
  return (
    keys.length <= MAX_METADATA_KEYS &&
    keys.every((key) => codePointLength(key) <= MAX_METADATA_KEY_LENGTH) &&
    Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES
  );
}
