import type { Action } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The call of an action. */
export interface Call {
  readonly caller: Caller;
  readonly address: string;
  readonly body: Fields;
}

/** The body, without fields that only merchants may set unless a merchant is calling. */
export function readableFields({ merchantFields = [] }: Action, { caller, body }: Call): Fields {
  if (merchantFields.length === 0 || 'merchantId' in caller) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !merchantFields.includes(name)),
  );
}
