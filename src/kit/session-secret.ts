import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a dashboard session's cookie: 256 random bits. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret's hash, as stored in the database. */
export function sessionHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
