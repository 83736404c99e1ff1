/** Parts of the system that an error names (decisions 11). */
export type Layer =
  | 'gateway'
  | 'user'
  | 'store'
  | 'product'
  | 'order'
  | 'ticket'
  | 'graphql'
  | 'resource';

/** One entry of an answer's `errors` (Specification 7). */
export interface ErrorEntry {
  readonly message: string;
  readonly layer: Layer;
  readonly reason?: string;
  readonly count?: number;
  readonly aiHint?: string;
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

type Message = string | ((value: string) => string);
/** Status, exact message, and the layer where it is not the table's. */
export type ErrorRowSpec = readonly [status: number, message: Message, layer?: Layer];

/** One row of an error table: call it to make the error; `code` marks a Zod message. */
export interface ErrorRow {
  (value?: string): ActionError;
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

function errorRow(code: string, spec: ErrorRowSpec, tableLayer: Layer, order: number): ErrorRow {
  const [status, message, rowLayer] = spec;
  const layer = rowLayer ?? tableLayer;
  const text = (value: string) => (typeof message === 'string' ? message : message(value));
  const make = (value = '') => new ActionError(status, [{ message: text(value), layer }]);
  return Object.assign(make, { code, status, layer, template: text('...'), order });
}
