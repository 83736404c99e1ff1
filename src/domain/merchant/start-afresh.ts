import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { deleteAllKeys } from '../api-key/api-key.queries.ts';
import { endMembershipsAround, lockOwnStores } from '../store-merchant/store-merchant.queries.ts';
import { deletePasskeys } from './passkey.queries.ts';
import { deleteSecondFactor } from './second-factor.queries.ts';

/**
 * Ends what was made with an address before it was proven (docs/contract/accounts.md#first-proof):
 * keys, second factors and memberships; sessions end with every new password. The account is held by the caller.
 * Members go before credentials, in the order in which calls hold them.
 */
export async function startAfresh(tx: Tx, merchantId: Id<'MER'>, now: Date): Promise<void> {
  await lockOwnStores(tx, merchantId);
  await endMembershipsAround(tx, merchantId);
  await deleteAllKeys(tx, merchantId, now);
  await deletePasskeys(tx, merchantId);
  await deleteSecondFactor(tx, merchantId);
}
