import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { findMerchant, findStoresBehindFactor, findStoresOf } from './merchant.queries.ts';
import { merchantView, viewMerchant } from './merchant.ts';

const errors = errorTable('user', {});

/** Who is logged in, with the live stores on which the merchant has a role, the oldest first. */
export const getSession = action({
  path: 'merchant/get-session',
  summary: 'Who is logged in, and their stores and roles',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({
    merchant: merchantView.extend({
      emailConfirmed: z.boolean(),
      twoFactor: z.boolean(),
      authenticator: z.boolean(),
    }),
    stores: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        status: z.string(),
        logo: z.string().nullable(),
        prodEnabled: z.boolean(),
        twoFactorRequired: z.boolean(),
        role: z.enum(['owner', 'admin', 'member']),
      }),
    ),
    /** Out of reach until the account has a second factor. */
    storesBehindFactor: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  handle: async ({ caller, tx }) => {
    const [merchant] = await findMerchant(tx, caller.merchantId);
    if (!merchant) throw new Error('A dashboard session without its merchant');
    const stores = await findStoresOf(tx, caller.merchantId);
    const behind = await findStoresBehindFactor(tx, caller.merchantId);
    return {
      data: {
        merchant: {
          ...viewMerchant(merchant),
          emailConfirmed: merchant.emailConfirmed,
          twoFactor: merchant.twoFactor,
          authenticator: merchant.authenticator,
        },
        stores: stores.map((store) => ({ ...store, id: encodeId('STO', store.id) })),
        storesBehindFactor: behind.map(({ id, name }) => ({ id: encodeId('STO', id), name })),
      },
    };
  },
});
