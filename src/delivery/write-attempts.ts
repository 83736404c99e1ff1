import type { Queryable } from '../database/database.ts';
import {
  type AttemptRecord,
  recordAttempts,
  type WebhookWarning,
} from '../events/attempt.queries.ts';
import type { WriteAttempts } from './recorder.ts';

/** Records attempts of deliveries, with what they say about their webhooks. */
export function writeAttemptsTo(
  database: Queryable,
  onWarning: (warning: WebhookWarning) => void,
): WriteAttempts<AttemptRecord> {
  return async (storeId, attempts) => {
    const { recorded, warnings } = await recordAttempts(database, storeId, attempts);
    for (const warning of warnings) onWarning(warning);
    const ids = new Set(recorded);
    return attempts.filter(({ deliveryId }) => ids.has(deliveryId));
  };
}
