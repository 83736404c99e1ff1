import type { Action } from '../contract/action.ts';
import type { Secrets } from '../contract/ports.ts';

const CONTEXT = 'idempotent answer';
/** An answer in plain text begins with a brace. */
const SEALED = 'sealed:';

/** An answer as it is stored for replay: sealed when it holds a secret. */
export function storedAnswer(secrets: Secrets, { answersSecret }: Action, text: string): string {
  return answersSecret ? SEALED + secrets.seal(text, CONTEXT) : text;
}

/** The answer of what is stored, byte for byte. */
export function readStored(secrets: Secrets, stored: string): string {
  return stored.startsWith(SEALED) ? secrets.open(stored.slice(SEALED.length), CONTEXT) : stored;
}
