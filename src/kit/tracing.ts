/** What a span may say: names, states, numbers; never a body, a prompt, a value or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Who records what happens inside what. */
export interface Tracer {
  /** Records the work as a part of what is under way; gives its result or its error. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Begins what ends elsewhere, and runs the rest inside of it. Gives the way to end it. */
  begin(name: string, rest: (end: (attributes: SpanAttributes) => void) => void): void;
}

let current: Tracer | null = null;

/** Turns tracing on for this process, or off with null. */
export function setTracer(tracer: Tracer | null): void {
  current = tracer;
}

/** The tracer of this process; null, as it mostly is: nothing is recorded. */
export function activeTracer(): Tracer | null {
  return current;
}

/** Runs the work, recorded if somebody records; the attributes are worked out only then. */
export function traced<T>(
  name: string,
  attributes: () => SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  return current === null ? work() : current.span(name, attributes(), work);
}

/** What the span of a statement says: its text, which holds no value. */
export function statementAttributes(statement: { readonly text: string }): () => SpanAttributes {
  return () => ({ 'db.query.text': statement.text });
}
