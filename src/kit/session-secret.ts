import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a dashboard session's cookie: 256 random bits. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of the secret. */
export function sessionHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
