import type { Database } from '../database/database.ts';
import {
  type AttemptRecord,
  recordAttempts,
  type WebhookWarning,
} from '../events/attempt.queries.ts';
import { recordAttemptsOneByOne } from '../events/attempts-one-by-one.queries.ts';
import type { Id } from '../kit/id.ts';
import type { WriteAttempts } from './recorder.ts';

/** Records attempts of deliveries, with what they say about their webhooks. */
export function writeAttemptsTo(
  database: Database,
  onWarning: (warning: WebhookWarning) => void,
): WriteAttempts<AttemptRecord> {
  const record = database.guardsStores
    ? (storeId: Id<'STO'>, attempts: readonly AttemptRecord[]) =>
        database.transaction((tx) => recordAttemptsOneByOne(tx, storeId, attempts))
    : recordAttempts.bind(null, database);
  return async (storeId, attempts) => {
    const { recorded, warnings } = await record(storeId, attempts);
    for (const warning of warnings) onWarning(warning);
    const ids = new Set(recorded);
    return attempts.filter(({ deliveryId }) => ids.has(deliveryId));
  };
}
