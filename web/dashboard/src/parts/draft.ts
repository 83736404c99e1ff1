/** Input that is applied elsewhere, such as in the URL, and comes back from there. */
export interface Draft {
  /** As applied. */
  readonly value: string;
  /** As typed. */
  readonly typed: string;
  /** Changes of this input that haven't come back yet, oldest first. */
  readonly sent: readonly string[];
}

export const draftOf = (value: string): Draft => ({ value, typed: value, sent: [] });

/**
 * The draft after another value was applied. If that is an earlier change of this input, what has
 * been typed since stays. Otherwise it was changed elsewhere, such as by the Back button.
 */
export function arrive(draft: Draft, value: string): Draft {
  const at = draft.sent.indexOf(value);
  return at < 0 ? draftOf(value) : { ...draft, value, sent: draft.sent.slice(at + 1) };
}
