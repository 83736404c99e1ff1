/** What became of the changes of one file. */
export interface MutatedFile {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  /** No test reaches them. */
  readonly uncovered: number;
}

/** What is changed in one run: code whose tests need no database, or billing and delivery. */
export type MutationPart = 'kit' | 'database';

/** `results.json` holds the latest run of each part. */
export interface MutationResults {
  readonly part: MutationPart;
  readonly ranAt: string;
  readonly seconds: number;
  readonly tool: string;
  readonly files: readonly MutatedFile[];
}
