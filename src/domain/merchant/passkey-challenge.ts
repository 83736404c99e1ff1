import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { takeChallenge } from './passkey.queries.ts';

/** Milliseconds for which a challenge is valid. */
export const CHALLENGE_LIFE_MS = 5 * 60 * 1000;
/** Characters of a challenge sent back by a browser: more than any of ours has. */
const MAX_LENGTH = 256;

/** Expiry, random digits and proof. Only this form, because a challenge is used up as a text. */
const FORM = /^(\d{1,16}\.[0-9a-f]{32})\.([0-9a-f]{64})$/;

/** What a challenge is for; one made for a session can't be used in another. */
export type Purpose = 'log-in' | `add/${string}` | `step-up/${string}`;

/**
 * A challenge that only this service can have made. It carries its own expiry and isn't stored
 * until it has been used, so that requesting many fills no table.
 */
export function newChallenge(secrets: Pick<Secrets, 'digest'>, purpose: Purpose, now: Date) {
  const text = `${addMs(now, CHALLENGE_LIFE_MS).getTime()}.${randomBytes(16).toString('hex')}`;
  return `${text}.${proofOf(secrets, purpose, text).toString('hex')}`;
}

/** Whether the challenge, in a browser's encoding, is ours, live and made for the purpose. */
export function isOwnChallenge(
  secrets: Pick<Secrets, 'digest'>,
  purpose: Purpose,
  spelled: string,
  now: Date,
): boolean {
  if (spelled.length > MAX_LENGTH) return false;
  const [, text, proof] = FORM.exec(read(spelled)) ?? [];
  if (!text || !proof) return false;
  if (!timingSafeEqual(Buffer.from(proof, 'hex'), proofOf(secrets, purpose, text))) return false;
  return endOf(text).getTime() > now.getTime();
}

/** Uses up a challenge; false if it was used before. */
export async function takeOnce(tx: Tx, spelled: string, now: Date): Promise<boolean> {
  const text = read(spelled);
  const [taken] = await takeChallenge(tx, secretCodeHash(text), endOf(text), now);
  return taken !== undefined;
}

function endOf(text: string): Date {
  return new Date(Number(text.split('.', 1)[0]));
}

function read(spelled: string): string {
  return Buffer.from(spelled, 'base64url').toString();
}

function proofOf(secrets: Pick<Secrets, 'digest'>, purpose: Purpose, text: string): Buffer {
  return secrets.digest(text, `passkey/${purpose}`);
}
