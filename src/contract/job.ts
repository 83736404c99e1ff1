import type { Database } from '../database/database.ts';
import type { Ports } from './ports.ts';

/** Scheduled work of the worker: find due rows, lease, work, record. */
export interface Job {
  readonly name: string;
  /** Maximum milliseconds between polls; waking a job brings its next poll forward. */
  readonly everyMs: number;
  /** Runs one batch; returns the number of rows it worked on (0: nothing is due). */
  run(context: JobContext): Promise<number>;
}

export interface JobContext {
  readonly database: Database;
  readonly now: () => Date;
  readonly ports: Ports;
  /** Aborted when the process stops: finish the batch and start no other. */
  readonly signal: AbortSignal;
}
