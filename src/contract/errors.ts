/** Parts of the system that an error names (docs/contract/errors.md). */
export type Layer =
  | 'gateway'
  | 'user'
  | 'store'
  | 'product'
  | 'order'
  | 'ticket'
  | 'graphql'
  | 'resource';

/** One entry of an answer's `errors` (docs/contract/errors.md). */
export interface ErrorEntry {
  readonly message: string;
  readonly layer: Layer;
  readonly reason?: string;
  readonly count?: number;
  readonly aiHint?: string;
  /** Where in a GraphQL document. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
}

/** What a caller did wrong, on its way to the envelope. Rolls the transaction back. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    entries: readonly ErrorEntry[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    // A refusal is an answer, not a fault: its stack is never shown and costs more than the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(entries[0]?.message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.entries = entries;
    this.headers = headers;
  }
}

/** Of a value that is no text, `value` is its JSON; `given` is the value as it came. */
type Message = string | ((value: string, given: unknown) => string);
/** Status, exact message, and the layer where it is not the table's. */
export type ErrorRowSpec = readonly [status: number, message: Message, layer?: Layer];

/** One row of an error table: call it to make the error; `code` marks a Zod message. */
export interface ErrorRow {
  (value?: unknown): ActionError;
  readonly code: string;
  readonly status: number;
  readonly layer: Layer;
  /** The message with `...` where the caller's value stands. */
  readonly template: string;
  /** Place in the table: of several broken input rows the first is answered. */
  readonly order: number;
}

export type ErrorTable<Name extends string = string> = Readonly<Record<Name, ErrorRow>>;

/** The specification's error table of one action, row by row, in its order. */
export function errorTable<const Rows extends Record<string, ErrorRowSpec>>(
  layer: Layer,
  rows: Rows,
): ErrorTable<keyof Rows & string> {
  const entries = Object.entries(rows).map(([code, row], order) => [
    code,
    errorRow(code, row, layer, order),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

/** The message about a malformed id: a text is quoted, anything else is shown as JSON (`got 5`). */
export function expectedFormat(prefix: string): (value: string, given: unknown) => string {
  return (value, given) => {
    const got = typeof given === 'string' ? `"${value}"` : value;
    return `Expected format: ${prefix}_xxx, got ${got}`;
  };
}

function errorRow(code: string, spec: ErrorRowSpec, tableLayer: Layer, order: number): ErrorRow {
  const [status, message, rowLayer] = spec;
  const layer = rowLayer ?? tableLayer;
  const text = (given: unknown) => {
    if (typeof message === 'string') return message;
    return message(typeof given === 'string' ? given : JSON.stringify(given), given);
  };
  const make = (value: unknown = '') => new ActionError(status, [{ message: text(value), layer }]);
  return Object.assign(make, { code, status, layer, template: text('...'), order });
}
