import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { notifyAccount } from './account-notice.ts';
import { updateMerchantName } from './merchant.queries.ts';
import { MAX_MERCHANT_NAME, merchantView, viewMerchant } from './merchant.ts';
import { lockOwnAccount } from './own-account.ts';

const errors = errorTable('user', {
  missingName: [400, 'Missing required field: name'],
  longName: [400, `Name cannot exceed ${MAX_MERCHANT_NAME} characters`],
  controlName: [400, 'Name cannot contain control characters'],
});

/** Changes the account's name and mails a notice. */
export const updateName = action({
  path: 'merchant/update-name',
  summary: "Change the account's name",
  auth: ['dashboard'],
  environment: 'none',
  errors,
  input: z.object({
    name: nameText(MAX_MERCHANT_NAME, {
      missing: errors.missingName,
      blank: errors.missingName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
  }),
  output: z.object({ merchant: merchantView }),
  handle: async ({ input, caller, tx, now }) => {
    await lockOwnAccount(tx, caller);
    const [merchant] = await updateMerchantName(tx, caller.merchantId, input.name);
    if (!merchant) throw new Error('Dashboard session has no merchant');
    await notifyAccount(tx, 'account.name_changed', merchant, { name: merchant.name }, now);
    return { data: { merchant: viewMerchant(merchant) } };
  },
});
