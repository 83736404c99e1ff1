/** A span's attributes: names, states and numbers; never a body, prompt, value or secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Records nested spans. */
export interface Tracer {
  /** Records the work as a child of the current span; returns its result or throws its error. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /**
   * Starts a span that ends elsewhere, and runs the rest within it. Passes a function that ends it.
   */
  begin(name: string, rest: (end: (attributes: SpanAttributes) => void) => void): void;
}

let current: Tracer | null = null;

/** Turns tracing on for this process, or off with null. */
export function setTracer(tracer: Tracer | null): void {
  current = tracer;
}

/** This process's tracer; usually null, so nothing is recorded. */
export function activeTracer(): Tracer | null {
  return current;
}

/** Runs the work, recorded if tracing is on; attributes are computed only then. */
export function traced<T>(
  name: string,
  attributes: () => SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  return current === null ? work() : current.span(name, attributes(), work);
}

/** Attributes of a statement's span: its text, which contains no values. */
export function statementAttributes(statement: { readonly text: string }): () => SpanAttributes {
  return () => ({ 'db.query.text': statement.text });
}
