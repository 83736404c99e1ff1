import { createHash } from 'node:crypto';
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
/** Length of the code that identifies a place. */
const CODE_LENGTH = 12;

export interface Installation {
  /** Identifies this place; the operator confirms a move with it. */
  readonly code: string;
  /**
   * The database was last used at another place or time, so this may be a copy
   * (docs/contract/invariants.md#35).
   */
  readonly isMoved: boolean;
  /** What has changed, in sentences; empty if nothing has. */
  readonly differences: string;
}

export interface PlaceToCheck extends Place {
  /** The code with which the operator has confirmed a move. */
  readonly confirmed?: string | undefined;
  /** When this process last recorded the place. */
  readonly lastRecordedAt?: Date | undefined;
}

/**
 * Compares where the database is with where it was last used, which the database itself records. A
 * new database belongs here, and so does one whose move the operator has confirmed with the code.
 */
export async function checkInstallation(
  database: Database,
  place: PlaceToCheck,
  now: Date,
): Promise<Installation> {
  const seen = await lookAround(database, place);
  const code = codeOf(seen);
  const { confirmed, lastRecordedAt } = place;
  const move = confirmed === code ? null : await findMove(database, seen, now, lastRecordedAt);
  if (move === null) await remember(database, seen, now);
  return { code, isMoved: move !== null, differences: move ?? '' };
}

/** As `checkInstallation`, but records nothing. */
export async function inspectInstallation(
  database: Database,
  place: Place,
  now: Date,
): Promise<Installation> {
  const seen = await lookAround(database, place);
  const move = await findMove(database, seen, now);
  return { code: codeOf(seen), isMoved: move !== null, differences: move ?? '' };
}

interface Recorded {
  readonly fingerprint: string;
  readonly surroundings: string | null;
  readonly recordedAt: Date;
}

/** What differs from the recorded place. */
async function findMove(
  database: Database,
  seen: Surroundings,
  now: Date,
  lastRecordedAt?: Date,
): Promise<string | null> {
  const [row] = await database.query<Recorded>(sql`
    select fingerprint, surroundings, recorded_at as "recordedAt" from installation`);
  if (!row) return null;
  const before = readSurroundings(row.surroundings);
  const isSame = row.fingerprint === codeOf(seen);
  // The previous release records only the fingerprint.
  if (before === null || codeOf(before) !== row.fingerprint) {
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
    values (${codeOf(seen)}, ${JSON.stringify(seen)}, ${now})
    on conflict (only_one) do update set fingerprint = excluded.fingerprint,
      surroundings = excluded.surroundings, recorded_at = excluded.recorded_at`);
}

function codeOf({ parts }: Surroundings): string {
  const text = JSON.stringify(Object.values(parts));
  return createHash('sha256').update(text).digest('hex').slice(0, CODE_LENGTH);
}
