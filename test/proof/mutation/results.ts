/** The results of the mutations of one file. */
export interface MutatedFile {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  /** Not reached by any test. */
  readonly uncovered: number;
}

/** What one run mutates: code whose tests need no database, or billing and delivery. */
export type MutationPart = 'kit' | 'database';

/** `results.json` contains the latest run of each part. */
export interface MutationResults {
  readonly part: MutationPart;
  readonly ranAt: string;
  readonly seconds: number;
  readonly tool: string;
  readonly files: readonly MutatedFile[];
}
