import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { deleteGroupRow } from './group.queries.ts';
import { groupView, viewGroup } from './group.ts';
import { groupId } from './group-input.ts';
import { openOwnGroup } from './write-group.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  notFound: [404, 'Group not found'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Deletes a group permanently. Its products and any group published from it are kept
 * (docs/contract/groups.md#rules-for-groups).
 */
export const deleteGroup = action({
  path: 'subscription-product-group/delete-group',
  summary: 'Delete a group of subscription products (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ id: groupId(errors.missingId, errors.notFound) }),
  output: z.object({ group: groupView }),
  handle: async ({ input, caller, tx }) => {
    const group = await openOwnGroup(tx, caller, input.id, errors);
    await deleteGroupRow(tx, group);
    return { data: { group: viewGroup(group) } };
  },
});
