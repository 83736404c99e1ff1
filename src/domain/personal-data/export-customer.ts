import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { presentRows } from './buyer-input.ts';
import { lockBuyerRecords, tooManyRows } from './buyer-records.ts';
import { customerInput, customerRows, requireCustomer } from './customer-input.ts';

const errors = errorTable('order', { ...customerRows, ...presentRows, ...tooManyRows });

/** Everything a store has stored about a customer, in both environments. */
export const exportCustomer = action({
  path: 'personal-data/export-customer',
  summary: "Export a customer's personal data (owner or admin)",
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  errors,
  input: customerInput(errors),
  output: z.object({ customer: z.record(z.string(), z.array(z.unknown())) }),
  replayable: false,
  isLargeRead: true,
  handle: async ({ input, caller, tx }) => {
    const buyer = await requireCustomer(tx, input, caller, ['owner', 'admin'], errors);
    const { rows } = await lockBuyerRecords(tx, buyer, errors);
    const audit = { storeId: input.storeId, subjectType: 'customer', subjectId: null };
    return { data: { customer: rows }, audit };
  },
});
