import { deriveKey, digestText } from './secrets.ts';

/** Characters, enough to tell keys apart. */
const LENGTH = 16;

/** A fingerprint that distinguishes secret keys without revealing anything about them. */
export function keyCheckOf(secretKey: string): string {
  return digestText(deriveKey(secretKey, 'key-check'), '', '').toString('hex').slice(0, LENGTH);
}
