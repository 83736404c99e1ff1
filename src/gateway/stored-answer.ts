import type { Action, Answer } from '../contract/action.ts';
import type { Secrets } from '../contract/ports.ts';
import { describeAct } from '../domain/audit/describe-act.ts';
import type { Outgoing } from './gateway.ts';
import type { Answered } from './idempotency.queries.ts';

const CONTEXT = 'idempotent answer';
/** Sealed answers start with this; plain ones start with a brace. */
const SEALED = 'sealed:';

/** The result of an action. */
export interface Performed {
  readonly input: unknown;
  readonly answer: Answer<unknown>;
  readonly outgoing: Outgoing;
}

/** The answer in stored form, sealed if it contains a secret, with its store. */
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

/** The stored answer, byte for byte. */
export function readStored(secrets: Secrets, stored: string): string {
  return stored.startsWith(SEALED) ? secrets.open(stored.slice(SEALED.length), CONTEXT) : stored;
}
