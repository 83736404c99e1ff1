import type { Action } from '../contract/action.ts';
import type { Caller } from '../contract/caller.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What an action is called with. */
export interface Call {
  readonly caller: Caller;
  readonly address: string;
  readonly body: Fields;
}

/** The body without what only a merchant may set, unless a merchant calls. */
export function readableFields({ merchantFields = [] }: Action, { caller, body }: Call): Fields {
  if (merchantFields.length === 0 || 'merchantId' in caller) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !merchantFields.includes(name)),
  );
}
