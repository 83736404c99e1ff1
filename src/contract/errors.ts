/** System layers named by errors (docs/contract/errors.md). */
export type Layer =
  | 'gateway'
  | 'user'
  | 'store'
  | 'product'
  | 'order'
  | 'ticket'
  | 'graphql'
  | 'resource';

/** An entry of a response's `errors` (docs/contract/errors.md). */
export interface ErrorEntry {
  readonly message: string;
  readonly layer: Layer;
  readonly reason?: string;
  readonly count?: number;
  readonly aiHint?: string;
  /** Locations in a GraphQL document. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
}

/** A caller's error, to be answered in the envelope. Rolls back the transaction. */
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
    // A refusal is a response, not a fault: its stack is never shown and is expensive.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(entries[0]?.message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.entries = entries;
    this.headers = headers;
  }
}

/** The error with a hint for the person or program that made the call. */
export function hinted({ status, entries, headers }: ActionError, aiHint: string): ActionError {
  return new ActionError(
    status,
    entries.map((entry) => ({ ...entry, aiHint })),
    headers,
  );
}

/** For a value that isn't text, `value` is its JSON; `given` is the original value. */
type Message = string | ((value: string, given: unknown) => string);
/** Status, exact message, and the layer if different from the table's. */
export type ErrorRowSpec = readonly [status: number, message: Message, layer?: Layer];

/** A row of an error table: call it to create the error; `code` marks a Zod message. */
export interface ErrorRow {
  (value?: unknown): ActionError;
  /** The error with a `Retry-After`, in seconds: the refusal ends at the time. */
  readonly until: (end: Date, now: Date) => ActionError;
  readonly code: string;
  readonly status: number;
  readonly layer: Layer;
  /** The message with `...` in place of the caller's value. */
  readonly template: string;
  /** Position in the table: of several broken input rows, the first is answered. */
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

/** The message for a malformed ID: text is quoted, other values are shown as JSON (`got 5`). */
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
  const until = (end: Date, now: Date) => {
    const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
    return new ActionError(status, make().entries, { 'retry-after': String(seconds) });
  };
  return Object.assign(make, { until, code, status, layer, template: text('...'), order });
}
