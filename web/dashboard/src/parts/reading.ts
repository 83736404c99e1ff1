/** A GraphQL query with its variables. */
export interface Reading {
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}
