import type { Statement } from './statement.ts';

/** Runs statements: a transaction, or the pool. */
export interface Queryable {
  /** The rows of one statement, prepared under a name derived from its text. */
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Whether stores are locked by `guardStores` and not by the statements that read them. */
  readonly guardsStores?: boolean;
}

/** An open transaction. */
export interface Tx extends Queryable {
  /** Wakes the named job once this transaction has committed. */
  wake(job: string): void;
}
