/** What a part of a page reads. */
export interface Reading {
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}
