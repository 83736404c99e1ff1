import type { Action, Answer } from '../contract/action.ts';
import type { Secrets } from '../contract/ports.ts';
import { describeAct } from '../domain/audit/describe-act.ts';
import type { Outgoing } from './gateway.ts';
import type { Answered } from './idempotency.queries.ts';

const CONTEXT = 'idempotent answer';
/** An answer in plain text begins with a brace. */
const SEALED = 'sealed:';

/** What an action made of its input. */
export interface Performed {
  readonly input: unknown;
  readonly answer: Answer<unknown>;
  readonly outgoing: Outgoing;
}

/** An answer as it is stored for replay, sealed when it holds a secret, with the store it is about. */
export function storedAnswer(
  secrets: Secrets,
  { answersSecret, path }: Action,
  { outgoing, input, answer }: Performed,
): Answered {
  const { body } = outgoing;
  return {
    answer: answersSecret ? SEALED + secrets.seal(body, CONTEXT) : body,
    storeId: describeAct(path, input, answer.data, answer.audit ?? {}).storeId,
  };
}

/** The answer of what is stored, byte for byte. */
export function readStored(secrets: Secrets, stored: string): string {
  return stored.startsWith(SEALED) ? secrets.open(stored.slice(SEALED.length), CONTEXT) : stored;
}
