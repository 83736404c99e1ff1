import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { findPasskey, type KnownPasskey, usePasskey } from './passkey.queries.ts';
import { type PasskeyAnswer, relyingParty } from './passkey.ts';
import { isOwnChallenge, type Purpose, takeOnce } from './passkey-challenge.ts';
import { verifyAnswer } from './webauthn.ts';

/** A passkey whose response was verified; it is accepted once `takePasskey` succeeds. */
export interface CheckedPasskey extends KnownPasskey {
  readonly newCounter: number;
  readonly challenge: string;
}

/** Returns the passkey that signed a live challenge of the purpose, or null. */
export async function checkPasskey(
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  answer: PasskeyAnswer,
  purpose: Purpose,
  { publicUrl, secrets }: Pick<Ports, 'publicUrl' | 'secrets'>,
  now: Date,
): Promise<CheckedPasskey | null> {
  const party = relyingParty(publicUrl);
  const [passkey] = await transact((tx) => findPasskey(tx, answer.id));
  if (!party || !passkey) return null;
  const verified = await verifyAnswer(answer, passkey, party, (challenge) =>
    isOwnChallenge(secrets, purpose, challenge, now),
  );
  return verified && { ...passkey, newCounter: verified.counter, challenge: verified.challenge };
}

/** Uses up the response; false if it was used before or the passkey was removed. */
export async function takePasskey(tx: Tx, checked: CheckedPasskey, now: Date): Promise<boolean> {
  if (!(await takeOnce(tx, checked.challenge, now))) return false;
  const [used] = await usePasskey(tx, checked.id, checked.counter, checked.newCounter, now);
  return used !== undefined;
}
