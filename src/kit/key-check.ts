import { deriveKey, digestText } from './secrets.ts';

/** Characters: enough to tell keys apart. */
const LENGTH = 16;

/** Tells two secret keys apart without saying anything about either. */
export function keyCheckOf(secretKey: string): string {
  return digestText(deriveKey(secretKey, 'key-check'), '', '').toString('hex').slice(0, LENGTH);
}
