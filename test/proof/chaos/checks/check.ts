import type { Queryable, Sql } from '../../../../src/database/database.ts';
import type { Actor } from '../actor.ts';
import type { Fault, Takeover } from '../fault-log.ts';
import type { Journal } from '../journal.ts';
import type { ProgrammedReceiver } from '../receivers.ts';

/** What a run leaves behind, after the last fault and a time without any. */
export interface Evidence {
  readonly database: Queryable;
  readonly journal: Journal;
  readonly faults: readonly Fault[];
  readonly receivers: readonly ProgrammedReceiver[];
  readonly actors: readonly Actor[];
  /** `SECRET_KEY` of the service: answers that hold a secret are stored sealed. */
  readonly secretKey: string;
  /** Public key of the test environment's events, as PEM. */
  readonly publicKey: string;
  /** Where the canaries turned up: in what a process has printed, or in a file of the database. */
  readonly leaks: readonly Leak[];
  /** How the server was lost and replaced; null in a run without. */
  readonly takeovers: readonly Takeover[] | null;
  /** The time up to which everything due has been done. */
  readonly now: Date;
}

export interface Leak {
  /** Of a prompt, of a webhook's address, or of a move that the database refused. */
  readonly of: 'prompt' | 'token' | 'illegal move';
  readonly where: string;
}

/** How much was looked at, and what was found. */
export interface Verdict {
  readonly cases: number;
  readonly faults: readonly string[];
}

/** One promise and how a run shows it. */
export interface Check {
  readonly invariant: number;
  /** What holds, as a sentence without a full stop. */
  readonly promise: string;
  readonly judge: (evidence: Evidence) => Promise<Verdict> | Verdict;
}

/** A check of rows: `cases` counts what is looked at, `faults` gives a row `fault` for each finding. */
export function rows(cases: Sql, faults: Sql): Check['judge'] {
  return async ({ database }) => {
    const [counted] = await database.query<{ count: number }>(cases);
    const found = await database.query<{ fault: string }>(faults);
    return { cases: counted?.count ?? 0, faults: found.map(({ fault }) => fault) };
  };
}

/** What the run saw at once against the invariant, among so many cases. */
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

/** The count of that name. */
export function countOf(name: string): (journal: Journal) => number {
  return ({ counts }) => counts.get(name) ?? 0;
}
