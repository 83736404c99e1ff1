import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { encodeId } from '../../kit/id.ts';
import { detailsContext } from '../kyb-ticket/kyb-details.ts';
import {
  findStoresOf,
  listSubmittedTickets,
  lockAccount,
  readAccount,
} from './merchant-data.queries.ts';
import { merchantErrors, merchantInput } from './merchant-input.ts';

/** Everything stored about a merchant. They can read their stores' contents with GraphQL. */
export const exportMerchant = action({
  path: 'personal-data/export-merchant',
  summary: "Export a merchant's personal data (operator)",
  auth: ['operator'],
  environment: 'none',
  errors: merchantErrors,
  input: merchantInput,
  output: z.object({ merchant: z.record(z.string(), z.array(z.unknown())) }),
  replayable: false,
  handle: async ({ input, tx, ports }) => {
    const [account] = await lockAccount(tx, input.email);
    if (!account) throw merchantErrors.notFound();
    const storeIds = await findStoresOf(tx, account);
    const tickets = await listSubmittedTickets(tx, account, storeIds);
    const details = tickets.map(({ id, sealedDetails }) => ({
      id: encodeId('TKT', id),
      details: JSON.parse(ports.secrets.open(sealedDetails, detailsContext(id))),
    }));
    const found = await readAccount(tx, account, storeIds);
    const merchant = { ...found, kyb_details: details };
    return { data: { merchant } };
  },
});
