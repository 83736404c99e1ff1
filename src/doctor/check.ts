import type { Sql } from '../database/database.ts';

/** A promise about the books, and how to find violations. */
export interface Check {
  /** What is guaranteed, as a sentence without a full stop. */
  readonly promise: string;
  /** What to do about a finding, as sentences. */
  readonly advice: string;
  /**
   * Returns a row for each finding: `subject`, such as a Short ID, and `fault`, a few words.
   * `firstKeptId` is the lowest ID of a charge or refund whose event can't have expired.
   */
  readonly faults: (now: Date, firstKeptId: string) => Sql;
}

/** Milliseconds for which work may be overdue, for a busy worker's delay. */
export const GRACE_MS = 10 * 60_000;

/** Number of failed attempts at a refund, after which hours have passed. */
export const MANY_ATTEMPTS = 10;
/** Milliseconds after which an open payment means that the provider doesn't respond. */
export const LONG_OPEN_MS = 60 * 60_000;

/** Partitions of the log that were dropped before don't come back. */
export const MAY_HAVE_EXPIRED =
  'If RETENTION_DAYS was raised lately, the event may have expired under the shorter setting.';

export const ASK_FOR_HELP =
  'This is a fault of the service or a change made past it. Keep the database as it is, note what ' +
  'was done to it lately, and report both.';
