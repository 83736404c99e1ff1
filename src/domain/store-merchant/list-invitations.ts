import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { toIso } from '../../kit/time.ts';
import { listInvitations as listOpen } from './invitation.queries.ts';
import { requireManagerRole } from './store-merchant.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
});

/** The open invitations of a store: those whose link would still work. */
export const listInvitations = action({
  path: 'store-merchant/list-invitations',
  summary: "A store's open invitations, newest first (owner or admin)",
  auth: MERCHANT,
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
  }),
  output: z.object({
    invitations: z.array(
      z.object({
        email: z.string(),
        role: z.enum(['admin', 'member']),
        invitedBy: z.string(),
        invitedAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  handle: async ({ input, caller, tx, now }) => {
    await requireManagerRole(tx, input.storeId, caller.merchantId, errors);
    const open = await listOpen(tx, input.storeId, now);
    return {
      data: {
        invitations: open.map(({ email, role, inviterEmail, createdAt, expiresAt }) => ({
          ...{ email, role, invitedBy: inviterEmail },
          ...{ invitedAt: toIso(createdAt), expiresAt: toIso(expiresAt) },
        })),
      },
    };
  },
});
