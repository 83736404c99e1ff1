import type { MerchantCaller } from '../../contract/caller.ts';
import { ActionError } from '../../contract/errors.ts';
import { type Queryable, sql } from '../../database/database.ts';

/**
 * Locks the caller's credential for the transaction. Throws 401 if it has ended since the call was
 * authenticated, so that a caller removed in the meantime can't grant anything lasting.
 */
export async function requireLiveCredential(db: Queryable, caller: MerchantCaller): Promise<void> {
  const found =
    caller.kind === 'dashboard'
      ? await db.query(sql`
          select from dashboard_session where id = ${caller.sessionId} for share`)
      : await db.query(sql`
          select from api_key where id = ${caller.keyId} and deleted_at is null for share`);
  if (found.length > 0) return;
  const message = caller.kind === 'dashboard' ? 'Log-in required' : 'Invalid signature';
  throw new ActionError(401, [{ message, layer: 'gateway' }]);
}
