import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { requiredEmail } from '../../contract/email-input.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { toIso } from '../../kit/time.ts';
import { deleteInvitation } from './invitation.queries.ts';
import { requireManager } from './store-merchant.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingEmail: [400, 'Missing required field: email'],
  invalidEmail: [400, 'Invalid email'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notFound: [404, 'Invitation not found'],
});

/** Withdraws an invitation; its link stops working as soon as this call returns. */
export const cancelInvitation = action({
  path: 'store-merchant/cancel-invitation',
  summary: 'Withdraw the invitation of an address (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  stepUp: 'always',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    email: requiredEmail(errors.missingEmail, errors.invalidEmail),
  }),
  output: z.object({ message: z.string(), canceledAt: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    await requireManager(tx, input.storeId, { caller, ports }, errors);
    const [canceled] = await deleteInvitation(tx, input.storeId, input.email);
    if (!canceled) throw errors.notFound();
    return {
      data: { message: 'Invitation canceled', canceledAt: toIso(now) },
      audit: { subjectType: 'invitation', subjectId: input.email },
    };
  },
});
