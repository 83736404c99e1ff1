import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { erasableRows, presentRows } from './buyer-input.ts';
import { tooManyRows } from './buyer-records.ts';
import { customerInput, customerRows, requireCustomer } from './customer-input.ts';
import { eraseBuyerRecords } from './erase-buyer-records.ts';

const errors = errorTable('order', {
  ...customerRows,
  ...presentRows,
  ...tooManyRows,
  ...erasableRows,
});

/**
 * Removes what identifies a customer from a store's records in both environments
 * (docs/contract/support.md#personal-data).
 */
export const eraseCustomer = action({
  path: 'personal-data/erase-customer',
  summary: "Erase a customer's personal data in a store (owner only)",
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  errors,
  input: customerInput(errors),
  output: z.object({ orders: z.array(z.string()), events: z.number() }),
  replayable: false,
  handle: async ({ input, caller, tx }) => {
    const buyer = await requireCustomer(tx, input, caller, ['owner'], errors);
    const erased = await eraseBuyerRecords(tx, buyer, errors);
    const details = { orders: erased.orders.length, events: erased.events };
    const { storeId } = input;
    const audit = { storeId, subjectType: 'customer', subjectId: null, details };
    return { data: erased, audit };
  },
});
