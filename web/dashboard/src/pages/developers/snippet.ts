/** A program to copy. */
export interface Snippet {
  /** Such as `Node.js`. */
  readonly language: string;
  /** How to run it, in a sentence. */
  readonly note: string;
  readonly code: string;
}
