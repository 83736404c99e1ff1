import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { newUuid } from '../../kit/id.ts';
import { insertGroup, lockGroupsOfStore } from './group.queries.ts';
import { groupView, viewGroup } from './group.ts';
import { groupFields, groupRows } from './group-input.ts';
import { readGroup, setMembers, underUniqueName } from './write-group.ts';

const errors = errorTable('product', {
  missingEnvironment: [400, 'Missing or invalid header: x-context-environment'],
  missingFields: [400, 'Missing required fields: storeId, name'],
  malformedStoreId: [400, expectedFormat('STO')],
  malformedProductId: [400, expectedFormat('PROD')],
  internal: [500, 'Internal server error', 'gateway'],
  ...groupRows,
  storeNotFound: [404, 'Store not found', 'store'],
});

/**
 * Creates a group of subscription products in the credential's environment
 * (docs/contract/groups.md#create-group).
 */
export const createGroup = action({
  path: 'subscription-product-group/create-group',
  summary: 'Create a group of subscription products (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingFields, errors.malformedStoreId),
    ...groupFields(errors, errors.missingFields),
  }),
  output: z.object({ group: groupView }),
  handle: async ({ input, caller, tx, now }) => {
    const [member] = await lockGroupsOfStore(tx, input.storeId, caller);
    if (!member) throw errors.storeNotFound();
    if (member.role === 'member') throw errors.forbidden();
    const group = {
      id: newUuid(now),
      storeId: input.storeId,
      environment: caller.environment,
      name: input.name,
      description: input.description ?? null,
      sharedTrial: input.rules?.sharedTrial ?? false,
      selfServicePlanChange: input.rules?.selfServicePlanChange ?? false,
      createdAt: now,
    };
    await underUniqueName(insertGroup(tx, group), errors);
    await setMembers(tx, group, input.productIds ?? [], errors);
    return { data: { group: viewGroup(await readGroup(tx, group)) } };
  },
});
