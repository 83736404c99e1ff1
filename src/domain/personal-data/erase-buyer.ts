import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { buyerErrors, buyerInput, toBuyer } from './buyer-input.ts';
import { eraseBuyerRecords } from './erase-buyer-records.ts';
import { recordBuyerErasure } from './record-erasure.ts';

/** Removes what identifies a buyer from a store's records, for the operator. */
export const eraseBuyer = action({
  path: 'personal-data/erase-buyer',
  summary: "Erase a buyer's personal data in a store (operator)",
  auth: ['operator'],
  environment: 'none',
  errors: buyerErrors,
  input: buyerInput,
  output: z.object({ orders: z.array(z.string()), events: z.number() }),
  replayable: false,
  handle: async ({ input, tx, now }) => {
    const buyer = toBuyer(input);
    const erased = await eraseBuyerRecords(tx, buyer, buyerErrors);
    const details = { orders: erased.orders.length, events: erased.events };
    await recordBuyerErasure(tx, buyer.storeId, details, eraseBuyer.path, now);
    return { data: erased };
  },
});
