import { createHash } from 'node:crypto';
import { toIso } from '../kit/time.ts';
import { type Database, sql } from './database.ts';
import {
  describeMove,
  lookAround,
  type Place,
  readSurroundings,
  type Surroundings,
} from './place.ts';

/** Milliseconds between a process's last record and the last of all that run beside it. */
const MAX_APART_MS = 30_000;
/** Length of the fingerprint that identifies a place, and of the code that identifies a move. */
const DIGEST_LENGTH = 12;

export interface Installation {
  /** With this, the operator confirms this move, and no later one; empty without a move. */
  readonly code: string;
  /**
   * The database was last used at another place or time, so this may be a copy
   * (docs/contract/invariants.md#35).
   */
  readonly isMoved: boolean;
  /** What has changed, in sentences; empty if nothing has. */
  readonly differences: string;
}

const UNMOVED: Installation = { code: '', isMoved: false, differences: '' };

export interface PlaceToCheck extends Place {
  /** The code with which the operator has confirmed a move. */
  readonly confirmed?: string | undefined;
  /** When this process last recorded the place. */
  readonly lastRecordedAt?: Date | undefined;
}

/**
 * Compares where the database is with where it was last used, which the database itself records. A
 * new database belongs here, and so does one whose move the operator has confirmed with its code.
 */
export async function checkInstallation(
  database: Database,
  place: PlaceToCheck,
  now: Date,
): Promise<Installation> {
  const seen = await lookAround(database, place);
  const found = await findMove(database, seen, now, place.lastRecordedAt);
  if (found.isMoved && place.confirmed !== found.code) return found;
  await remember(database, seen, now);
  return UNMOVED;
}

/** As `checkInstallation`, but records nothing. */
export async function inspectInstallation(
  database: Database,
  place: Place,
  now: Date,
): Promise<Installation> {
  return findMove(database, await lookAround(database, place), now);
}

/** Gives the move of a restored backup a code of its own, even if it is restored again. */
export async function markRestored(database: Database, now: Date): Promise<void> {
  await database.query(sql`update installation set surroundings = ${`restored at ${toIso(now)}`}`);
}

interface Recorded {
  readonly fingerprint: string;
  readonly surroundings: string | null;
  readonly recordedAt: Date;
}

async function findMove(
  database: Database,
  seen: Surroundings,
  now: Date,
  lastRecordedAt?: Date,
): Promise<Installation> {
  const [row] = await database.query<Recorded>(sql`
    select fingerprint, surroundings, recorded_at as "recordedAt" from installation`);
  const differences = row ? describeDifferences(row, seen, now, lastRecordedAt) : null;
  if (differences === null) return UNMOVED;
  // What was recorded is part of the code: it differs at each later move to the same place.
  return { code: digestOf([seen, row]), isMoved: true, differences };
}

/** What differs from the recorded place; null if nothing relevant does. */
function describeDifferences(
  row: Recorded,
  seen: Surroundings,
  now: Date,
  lastRecordedAt: Date | undefined,
): string | null {
  const before = readSurroundings(row.surroundings);
  const isSame = row.fingerprint === fingerprintOf(seen);
  // A restored backup has no surroundings, and neither has what an early release recorded.
  if (before === null || fingerprintOf(before) !== row.fingerprint) {
    const at = row.recordedAt.toISOString();
    return isSame ? null : `It comes from a backup or another place (${at}).`;
  }
  // A database that still has what this process recorded last hasn't been restored to before that.
  // Another process may have recorded a little earlier or later.
  const apart = lastRecordedAt && Math.abs(row.recordedAt.getTime() - lastRecordedAt.getTime());
  if (apart !== undefined && apart <= MAX_APART_MS && isSame) return null;
  return describeMove(before, row.recordedAt, seen, now);
}

async function remember(database: Database, seen: Surroundings, now: Date): Promise<void> {
  await database.query(sql`
    insert into installation (fingerprint, surroundings, recorded_at)
    values (${fingerprintOf(seen)}, ${JSON.stringify(seen)}, ${now})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint,
      surroundings = excluded.surroundings, recorded_at = excluded.recorded_at`);
}

/** Identifies a place, as every release records it. */
function fingerprintOf({ parts }: Surroundings): string {
  return digestOf(Object.values(parts));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGEST_LENGTH);
}
