/** What became of the changes of one file. */
export interface MutatedFile {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  /** No test reaches them. */
  readonly uncovered: number;
}

/** `results.json`: the latest run. */
export interface MutationResults {
  readonly ranAt: string;
  readonly seconds: number;
  readonly tool: string;
  readonly files: readonly MutatedFile[];
}
