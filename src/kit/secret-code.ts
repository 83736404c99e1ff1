import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A new code for one person to pass to another: 192 random bits, URL-safe. */
export function newSecretCode(): string {
  return randomBytes(24).toString('base64url');
}

/** The code's hash, as stored in the database. */
export function secretCodeHash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** A new six-digit code for a person to type; the caller must limit guessing. */
export function newDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
