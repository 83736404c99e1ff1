import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { lockBuyersOrders, readBuyer } from './buyer.queries.ts';
import { buyerErrors, buyerInput, toBuyer } from './buyer-input.ts';

/** Everything that a store has kept about one buyer, for a request to see it. */
export const exportBuyer = action({
  path: 'personal-data/export-buyer',
  summary: 'Give everything kept about a buyer of a store (operator)',
  auth: ['operator'],
  environment: 'none',
  errors: buyerErrors,
  input: buyerInput,
  output: z.object({ buyer: z.record(z.string(), z.array(z.unknown())) }),
  replayable: false,
  handle: async ({ input, tx }) => {
    const buyer = toBuyer(input);
    const orders = await lockBuyersOrders(tx, buyer);
    const found = await readBuyer(
      tx,
      buyer,
      orders.map(({ id }) => id),
    );
    if (Object.values(found).every((rows) => rows.length === 0)) throw buyerErrors.notFound();
    return { data: { buyer: found } };
  },
});
