import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { takeChallenge } from './passkey.queries.ts';

/** How long a browser has for an answer. */
export const CHALLENGE_LIFE_MS = 5 * 60 * 1000;
/** Characters of a challenge as it comes back: more than any of ours has. */
const MAX_LENGTH = 256;

/** What a challenge is for; the session's own is of no use in another. */
export type Purpose = 'log-in' | `add/${string}` | `step-up/${string}`;

/**
 * A challenge that only this service can have made. It carries its own end and nothing is kept of
 * it before it is answered: asking for many fills no table.
 */
export function newChallenge(secrets: Pick<Secrets, 'digest'>, purpose: Purpose, now: Date) {
  const text = `${addMs(now, CHALLENGE_LIFE_MS).getTime()}.${randomBytes(16).toString('hex')}`;
  return `${text}.${proofOf(secrets, purpose, text).toString('hex')}`;
}

/** Whether the challenge, as a browser spells it, is a live one of ours for the purpose. */
export function isOwnChallenge(
  secrets: Pick<Secrets, 'digest'>,
  purpose: Purpose,
  spelled: string,
  now: Date,
): boolean {
  if (spelled.length > MAX_LENGTH) return false;
  const [endsAt = '', random = '', proof = ''] = read(spelled).split('.');
  const expected = proofOf(secrets, purpose, `${endsAt}.${random}`);
  const given = Buffer.from(proof, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(endsAt) > now.getTime();
}

/** Takes a challenge that was answered; false when it was taken before. */
export async function takeOnce(tx: Tx, spelled: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(Number(read(spelled).split('.', 1)[0]));
  const [taken] = await takeChallenge(tx, secretCodeHash(read(spelled)), expiresAt, now);
  return taken !== undefined;
}

function read(spelled: string): string {
  return Buffer.from(spelled, 'base64url').toString();
}

function proofOf(secrets: Pick<Secrets, 'digest'>, purpose: Purpose, text: string): Buffer {
  return secrets.digest(text, `passkey/${purpose}`);
}
