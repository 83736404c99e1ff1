import type { Caller } from '../../contract/caller.ts';
import { ActionError, errorTable } from '../../contract/errors.ts';
import { addMs } from '../../kit/time.ts';

/** How long a password or second factor counts as recent (docs/contract/accounts.md#recent). */
const RECENT_MS = 10 * 60 * 1000;

/** The same row as in the gateway's own table. */
export const recentProofRows = {
  stepUpRequired: [403, 'Recent authentication required'],
} as const;
const errors = errorTable('gateway', recentProofRows);

/**
 * Throws unless the dashboard session gave a password or second factor recently: a session that was
 * left open or stolen isn't enough for irreversible acts. Other credentials have no person to ask.
 */
export function requireRecentProof(caller: Caller, now: Date): void {
  if (caller.kind !== 'dashboard') return;
  if (caller.provenAt !== null && caller.provenAt > addMs(now, -RECENT_MS)) return;
  const { status, entries } = errors.stepUpRequired();
  throw new ActionError(
    status,
    entries.map((entry) => ({ ...entry, reason: 'step_up_required' })),
  );
}
