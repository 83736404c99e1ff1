import type { Queryable, Sql } from '../../../../src/database/database.ts';
import type { Actor } from '../actor.ts';
import type { Fault, Takeover } from '../fault-log.ts';
import type { Journal } from '../journal.ts';
import type { ProgrammedReceiver } from '../receivers.ts';

/** What a run leaves behind, after the last fault and a quiet period. */
export interface Evidence {
  readonly database: Queryable;
  readonly journal: Journal;
  readonly faults: readonly Fault[];
  readonly receivers: readonly ProgrammedReceiver[];
  readonly actors: readonly Actor[];
  /** `SECRET_KEY` of the service: answers that contain a secret are stored encrypted. */
  readonly secretKey: string;
  /** Public key of the test environment's events, as PEM. */
  readonly publicKey: string;
  /** Where the canaries were found: in a process's output, or in a file of the database. */
  readonly leaks: readonly Leak[];
  /** How the server was lost and replaced; null in a run without takeovers. */
  readonly takeovers: readonly Takeover[] | null;
  /** The time up to which all due work has been done. */
  readonly now: Date;
}

export interface Leak {
  /** Canaries in a prompt, in a webhook's address, or moves that the database refused. */
  readonly of: 'prompt' | 'token' | 'illegal move';
  readonly where: string;
}

/** How many items were examined, and what was found. */
export interface Verdict {
  readonly cases: number;
  readonly faults: readonly string[];
}

/** One promise and how a run checks it. */
export interface Check {
  readonly invariant: number;
  /** The promise, as a sentence without a full stop. */
  readonly promise: string;
  readonly judge: (evidence: Evidence) => Promise<Verdict> | Verdict;
}

/**
 * A check of rows: `cases` counts the rows examined, `faults` returns a row `fault` per finding.
 */
export function rows(cases: Sql, faults: Sql): Check['judge'] {
  return async ({ database }) => {
    const [counted] = await database.query<{ count: number }>(cases);
    const found = await database.query<{ fault: string }>(faults);
    return { cases: counted?.count ?? 0, faults: found.map(({ fault }) => fault) };
  };
}

/** Violations of the invariant that the run saw directly, among the given number of cases. */
export function sightings(
  invariant: number,
  casesOf: (journal: Journal) => number,
): Check['judge'] {
  return ({ journal }) => ({
    cases: casesOf(journal),
    faults: journal.sightings
      .filter((sighting) => sighting.invariant === invariant)
      .map(({ fault }) => fault),
  });
}

/** The counter with that name. */
export function countOf(name: string): (journal: Journal) => number {
  return ({ counts }) => counts.get(name) ?? 0;
}
