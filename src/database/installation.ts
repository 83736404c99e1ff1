import { createHash } from 'node:crypto';
import { type Database, sql } from './database.ts';
import { describeMove, lookAround, type Place, type Surroundings } from './place.ts';

/** Characters of the code that names a place. */
const CODE_LENGTH = 12;

export interface Installation {
  /** Names this place; the operator confirms a move with it. */
  readonly code: string;
  /**
   * The database last worked at another place or time, so this may be a copy
   * (docs/contract/invariants.md#35).
   */
  readonly isMoved: boolean;
  /** What says so, in sentences; empty when nothing does. */
  readonly differences: string;
}

/**
 * Compares where the database is with where it last worked, which it remembers itself. A new one
 * belongs here, and so does one whose move the operator has confirmed with the code.
 */
export async function checkInstallation(
  database: Database,
  place: Place & { readonly confirmed?: string | undefined },
  now: Date,
): Promise<Installation> {
  const seen = await lookAround(database, place);
  const code = codeOf(seen);
  const move = place.confirmed === code ? null : await findMove(database, seen, now);
  if (move === null) await remember(database, seen, now);
  return { code, isMoved: move !== null, differences: move ?? '' };
}

/** As `checkInstallation`, and remembers nothing. */
export async function inspectInstallation(
  database: Database,
  place: Place,
  now: Date,
): Promise<Installation> {
  const seen = await lookAround(database, place);
  const move = await findMove(database, seen, now);
  return { code: codeOf(seen), isMoved: move !== null, differences: move ?? '' };
}

/** What differs from what was recorded. */
async function findMove(database: Database, seen: Surroundings, now: Date): Promise<string | null> {
  const [row] = await database.query<{ fingerprint: string; recordedAt: Date }>(sql`
    select fingerprint, recorded_at as "recordedAt" from installation`);
  // The code alone was kept once.
  if (!row || row.fingerprint === codeOf(seen)) return null;
  return describeMove(row, seen, now);
}

async function remember(database: Database, seen: Surroundings, now: Date): Promise<void> {
  const fingerprint = JSON.stringify(seen);
  await database.query(sql`
    insert into installation (fingerprint, recorded_at) values (${fingerprint}, ${now})
    on conflict (only_one) do update
      set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at`);
}

function codeOf({ parts }: Surroundings): string {
  const text = JSON.stringify(Object.values(parts));
  return createHash('sha256').update(text).digest('hex').slice(0, CODE_LENGTH);
}
