import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { buyerErrors, buyerInput, toBuyer } from './buyer-input.ts';
import { lockBuyerRecords } from './buyer-records.ts';

/** Everything a store has stored about one buyer, to answer their request for access. */
export const exportBuyer = action({
  path: 'personal-data/export-buyer',
  summary: "Export a buyer's personal data in a store (operator)",
  auth: ['operator'],
  environment: 'none',
  errors: buyerErrors,
  input: buyerInput,
  output: z.object({ buyer: z.record(z.string(), z.array(z.unknown())) }),
  replayable: false,
  handle: async ({ input, tx }) => {
    const { rows } = await lockBuyerRecords(tx, toBuyer(input), buyerErrors);
    return { data: { buyer: rows } };
  },
});
