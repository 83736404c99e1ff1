import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { listSealed, replaceSealed } from './sealed.queries.ts';
import { SEALED_PLACES, type SealedPlace } from './sealed-places.ts';

/** Secrets processed in one transaction. */
const BATCH = 200;

const errors = errorTable('gateway', {
  invalidPlace: [400, `Invalid place, must be an integer from 0 to ${SEALED_PLACES.length - 1}`],
  invalidAfter: [400, 'Invalid after'],
});

/**
 * Encrypts one batch of secrets with the current key. The operator's command line calls this with
 * the `next` of the last response until that is null. Secrets already encrypted with the current
 * key are skipped, so the command can be restarted at any time.
 */
export const resealSecrets = action({
  path: 'secret-key/reseal-secrets',
  summary: 'Encrypt a batch of secrets with the current key (operator)',
  auth: ['operator'],
  environment: 'none',
  errors,
  input: z.object({
    place: z
      .int({ error: errors.invalidPlace.code })
      .min(0, { error: errors.invalidPlace.code })
      .max(SEALED_PLACES.length - 1, { error: errors.invalidPlace.code })
      .default(0),
    after: z.string({ error: errors.invalidAfter.code }).default(''),
  }),
  output: z.object({
    /** How many secrets were resealed, and which neither key opens, as `table.column key`. */
    resealed: z.number(),
    unreadable: z.array(z.string()),
    next: z.object({ place: z.number(), after: z.string() }).nullable(),
  }),
  replayable: false,
  handle: async ({ input, tx, ports }) => {
    const place = SEALED_PLACES[input.place] as SealedPlace;
    const rows = await listSealed(tx, place, input.after, BATCH);
    const done = await resealRows(tx, ports.secrets, place, rows);
    const last = rows.at(-1);
    if (last && rows.length === BATCH) {
      return { data: { ...done, next: { place: input.place, after: last.key } } };
    }
    const following = input.place + 1;
    const next = following < SEALED_PLACES.length ? { place: following, after: '' } : null;
    return { data: { ...done, next } };
  },
});

async function resealRows(
  tx: Tx,
  secrets: Secrets,
  place: SealedPlace,
  rows: Awaited<ReturnType<typeof listSealed>>,
) {
  const unreadable: string[] = [];
  let resealed = 0;
  for (const row of rows) {
    const text = tryReseal(secrets, row.sealed, place.context(row.bound));
    if (text === undefined) unreadable.push(`${place.table}.${place.column} ${row.key}`);
    if (typeof text !== 'string') continue;
    await replaceSealed(tx, place, row, text);
    resealed += 1;
  }
  return { resealed, unreadable };
}

/** Returns the resealed text, null if it needs no resealing, undefined if neither key opens it. */
function tryReseal(secrets: Secrets, sealed: string, context: string): string | null | undefined {
  try {
    return secrets.reseal(sealed, context);
  } catch {
    return undefined;
  }
}
