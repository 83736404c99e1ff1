import { createHash, randomBytes } from 'node:crypto';

/** A new code that one person hands to another: 192 random bits, safe in a URL. */
export function newSecretCode(): string {
  return randomBytes(24).toString('base64url');
}

/** What the database keeps of the code. */
export function secretCodeHash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
