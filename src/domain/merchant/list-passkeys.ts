import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { listOwnPasskeys } from './passkey.queries.ts';
import { passkeyView, viewPasskey } from './passkey.ts';

const errors = errorTable('user', {});

/** Lists the account's passkeys, oldest first. */
export const listPasskeys = action({
  path: 'merchant/list-passkeys',
  summary: "List the account's passkeys, oldest first",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({ passkeys: z.array(passkeyView) }),
  handle: async ({ caller, tx }) => {
    const own = await listOwnPasskeys(tx, caller.merchantId);
    return { data: { passkeys: own.map(viewPasskey) } };
  },
});
