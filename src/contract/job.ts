import type { Database } from '../database/database.ts';
import type { Ports } from './ports.ts';

/** Work that the worker does when its time has come: find due rows, lease, work, record. */
export interface Job {
  readonly name: string;
  /** Longest pause between two looks, in milliseconds; waking a job brings its next look forward. */
  readonly everyMs: number;
  /** Does one batch; gives the number of rows it worked on (0: nothing is due). */
  run(context: JobContext): Promise<number>;
}

export interface JobContext {
  readonly database: Database;
  readonly now: () => Date;
  readonly ports: Ports;
  /** Aborted when the process stops: finish the batch, begin no other. */
  readonly signal: AbortSignal;
}
