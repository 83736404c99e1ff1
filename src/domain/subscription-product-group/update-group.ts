import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { ifUnmodifiedSince, refuseStale, staleRows } from '../../contract/if-unmodified-since.ts';
import { nextUpdate } from '../../kit/time.ts';
import { updateGroup as writeGroup } from './group.queries.ts';
import { type Group, groupView, viewGroup } from './group.ts';
import { groupFields, groupId, groupRows } from './group-input.ts';
import { openOwnGroup, readGroup, setMembers, underUniqueName } from './write-group.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  malformedProductId: [400, expectedFormat('PROD')],
  notFound: [404, 'Group not found'],
  internal: [500, 'Internal server error', 'gateway'],
  blankName: [400, 'Group name cannot be empty or contain only whitespace'],
  ...groupRows,
  ...staleRows,
});

const { name, ...optional } = groupFields(errors, errors.blankName);
const input = z.object({
  id: groupId(errors.missingId, errors.notFound),
  name: name.optional(),
  ...optional,
  ifUnmodifiedSince,
});

/**
 * Changes the supplied fields of a group; `productIds` replaces all members
 * (docs/contract/groups.md#update-group).
 */
export const updateGroup = action({
  path: 'subscription-product-group/update-group',
  summary: 'Update a group of subscription products (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input,
  output: z.object({ group: groupView }),
  handle: async ({ input, caller, tx, now }) => {
    const group = await openOwnGroup(tx, caller, input.id, errors);
    refuseStale(input.ifUnmodifiedSince, group.updatedAt, errors);
    if (isDeepStrictEqual(withChanges(group, input), group)) {
      return { data: { group: viewGroup(group) } };
    }
    const { name, description, rules, productIds } = input;
    const change = { name, description, ...rules };
    await underUniqueName(writeGroup(tx, group, change, nextUpdate(now, group.updatedAt)), errors);
    if (productIds) await setMembers(tx, group, productIds, errors);
    return { data: { group: viewGroup(await readGroup(tx, group)) } };
  },
});

/** The group after the update. */
function withChanges(group: Group, given: z.output<typeof input>): Group {
  return {
    ...group,
    name: given.name ?? group.name,
    description: given.description === undefined ? group.description : given.description,
    sharedTrial: given.rules?.sharedTrial ?? group.sharedTrial,
    selfServicePlanChange: given.rules?.selfServicePlanChange ?? group.selfServicePlanChange,
    productIds: given.productIds ?? group.productIds,
  };
}
