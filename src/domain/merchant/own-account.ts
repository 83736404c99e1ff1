import type { DashboardCaller } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import { lockMerchant } from '../api-key/api-key.queries.ts';
import { requireLiveCredential } from './credential.queries.ts';

/**
 * Locks the caller's account for the transaction, then their session. Throws 401 if the session has
 * ended since the call was authenticated (docs/contract/accounts.md#ended-session). The account
 * comes first because calls that end each other's sessions would deadlock otherwise.
 */
export async function lockOwnAccount(tx: Tx, caller: DashboardCaller): Promise<void> {
  await lockMerchant(tx, caller.merchantId);
  await requireLiveCredential(tx, caller);
}
