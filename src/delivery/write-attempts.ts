import type { Queryable } from '../database/database.ts';
import {
  type AttemptLimits,
  type AttemptRecord,
  recordAttempts,
  type WebhookWarning,
} from '../events/attempt.queries.ts';
import { HOUR_MS } from '../kit/period.ts';
import { addMs } from '../kit/time.ts';
import type { WriteAttempts } from './recorder.ts';

/** Without one success for this long a webhook is disabled (docs/contract/delivery.md). */
const MAX_FAILURE_MS = 5 * 24 * HOUR_MS;
/** Without one success for these times its merchant is warned. */
const WARN_AFTER_MS = [HOUR_MS, 24 * HOUR_MS, 4 * 24 * HOUR_MS];

/** Records attempts of deliveries, with what they say about their webhooks. */
export function writeAttemptsTo(
  database: Queryable,
  onWarning: (warning: WebhookWarning) => void,
): WriteAttempts<AttemptRecord> {
  return async (storeId, attempts) => {
    const latest = attempts[attempts.length - 1]?.attemptedAt as Date;
    const limits = limitsAt(latest);
    const { recorded, warnings } = await recordAttempts(database, storeId, attempts, limits);
    for (const warning of warnings) onWarning(warning);
    const ids = new Set(recorded);
    return attempts.filter(({ deliveryId }) => ids.has(deliveryId));
  };
}

function limitsAt(time: Date): AttemptLimits {
  return {
    disableBefore: addMs(time, -MAX_FAILURE_MS),
    warnBefore: WARN_AFTER_MS.map((ms) => addMs(time, -ms)),
  };
}
