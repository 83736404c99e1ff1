import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { deleteAllKeys } from '../api-key/api-key.queries.ts';
import { unbindSupportEmails } from '../store/binding.queries.ts';
import { disableWebhooks } from '../store/webhook.queries.ts';
import { endMembershipsAround, lockOwnStores } from '../store-merchant/store-merchant.queries.ts';
import { deletePasskeys } from './passkey.queries.ts';
import { deleteSecondFactor } from './second-factor.queries.ts';

/**
 * Removes keys, second factors and memberships created before the address was first confirmed
 * (docs/contract/accounts.md#first-proof); sessions end with every new password. Of the stores that
 * stay, nothing is sent any more to where a stranger may have had it sent. The caller has locked the
 * account. Members are removed before credentials, the order in which calls lock them.
 */
export async function startAfresh(tx: Tx, merchantId: Id<'MER'>, now: Date): Promise<void> {
  const storeIds = await lockOwnStores(tx, merchantId);
  await endMembershipsAround(tx, merchantId);
  await disableWebhooks(tx, storeIds, now);
  await unbindSupportEmails(tx, storeIds, now);
  await deleteAllKeys(tx, merchantId, now);
  await deletePasskeys(tx, merchantId);
  await deleteSecondFactor(tx, merchantId);
}
