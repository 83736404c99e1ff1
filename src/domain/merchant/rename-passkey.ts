import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { nameText, requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { lockOwnAccount } from './own-account.ts';
import { updatePasskeyName } from './passkey.queries.ts';
import { MAX_PASSKEY_NAME, passkeyView, viewPasskey } from './passkey.ts';

const errors = errorTable('user', {
  missingId: [400, 'Missing required field: id'],
  missingName: [400, 'Missing required field: name'],
  longName: [400, `Name cannot exceed ${MAX_PASSKEY_NAME} characters`],
  controlName: [400, 'Name cannot contain control characters'],
  notFound: [404, 'Passkey not found'],
});

/** Renames one of the account's passkeys. */
export const renamePasskey = action({
  path: 'merchant/rename-passkey',
  summary: "Rename one of the account's passkeys",
  auth: ['dashboard'],
  environment: 'none',
  errors,
  input: z.object({
    id: requiredIdentifier(errors.missingId),
    name: nameText(MAX_PASSKEY_NAME, {
      missing: errors.missingName,
      blank: errors.missingName,
      tooLong: errors.longName,
      control: errors.controlName,
    }),
  }),
  output: z.object({ passkey: passkeyView }),
  handle: async ({ input: { id, name }, caller, tx }) => {
    await lockOwnAccount(tx, caller);
    const [renamed] = isUuid(id) ? await updatePasskeyName(tx, caller.merchantId, id, name) : [];
    if (!renamed) throw errors.notFound();
    return { data: { passkey: viewPasskey(renamed) } };
  },
});
