import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A new code that one person hands to another: 192 random bits, safe in a URL. */
export function newSecretCode(): string {
  return randomBytes(24).toString('base64url');
}

/** What the database keeps of the code. */
export function secretCodeHash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** A new code of six digits, for a person to type; guessing must be limited where it is asked. */
export function newDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
