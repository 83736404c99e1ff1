import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { visitNodesInTurn } from '../../database/visit-nodes-in-turn.ts';
import { erasedAddress } from '../../kit/erased-address.ts';
import { encodeId, newSecretUuid } from '../../kit/id.ts';
import { detailsContext } from '../kyb-ticket/kyb-details.ts';
import {
  eraseAccountRows,
  findStoresOf,
  listSubmittedTickets,
  lockAccount,
  replaceTicketDetails,
} from './merchant-data.queries.ts';
import { merchantErrors, merchantInput } from './merchant-input.ts';
import { recordMerchantErasure } from './record-erasure.ts';

/**
 * Removes a merchant's personal data and revokes all their access. Their stores must be deleted
 * first. Their sales stay in the books and their actions in the audit log, under an anonymous name.
 */
export const eraseMerchant = action({
  path: 'personal-data/erase-merchant',
  summary: "Erase a merchant's personal data (operator)",
  auth: ['operator'],
  environment: 'none',
  errors: merchantErrors,
  input: merchantInput,
  output: z.object({ merchantId: z.string() }),
  replayable: false,
  handle: async ({ input, tx, now, ports }) => {
    await visitNodesInTurn(tx);
    const [account] = await lockAccount(tx, input.email);
    if (!account) throw merchantErrors.notFound();
    const { id, ownedStoreId } = account;
    if (ownedStoreId) throw merchantErrors.ownsStore(encodeId('STO', ownedStoreId));
    const storeIds = await findStoresOf(tx, account);
    for (const ticket of await listSubmittedTickets(tx, account, storeIds)) {
      const sealedDetails = ports.secrets.seal('{}', detailsContext(ticket.id));
      await replaceTicketDetails(tx, { ...ticket, sealedDetails });
    }
    await eraseAccountRows(tx, account, storeIds, erasedAddress(`erased-${newSecretUuid()}`), now);
    await recordMerchantErasure(tx, id, eraseMerchant.path, now);
    return { data: { merchantId: encodeId('MER', id) } };
  },
});
