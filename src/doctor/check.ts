import type { Sql } from '../database/database.ts';

/** One promise about the books, and how to find what breaks it. */
export interface Check {
  /** What holds, as a sentence without a full stop. */
  readonly promise: string;
  /** What to do about a finding, as sentences. */
  readonly advice: string;
  /** Gives a row for each finding: `subject`, such as a Short ID, and `fault`, a few words. */
  readonly faults: (now: Date) => Sql;
}

/** Milliseconds for which work may be due without anybody doing it: a busy worker's delay. */
export const GRACE_MS = 10 * 60_000;

/** Times that a provider has been asked in vain for a refund: hours have passed. */
export const MANY_ATTEMPTS = 10;
/** Milliseconds after which a payment that is still open has a provider that does not answer. */
export const LONG_OPEN_MS = 60 * 60_000;

export const ASK_FOR_HELP =
  'This is a fault of the service or a change made past it. Keep the database as it is, note what ' +
  'was done to it lately, and report both.';
