import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { findMerchant, findStoresBehindFactor, findStoresOf } from './merchant.queries.ts';
import { merchantView, viewMerchant } from './merchant.ts';

const errors = errorTable('user', {});

/** Who is logged in, with the live stores on which they have a role, oldest first. */
export const getSession = action({
  path: 'merchant/get-session',
  summary: 'Get the logged-in account, its stores and roles',
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
    /** Stores that are inaccessible until the account has a second factor. */
    storesBehindFactor: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  handle: async ({ caller, tx }) => {
    const [merchant] = await findMerchant(tx, caller.merchantId);
    if (!merchant) throw new Error('Dashboard session has no merchant');
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
