import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { groupView, viewGroup } from './group.ts';
import { groupId } from './group-input.ts';
import { obstacleRows, obstacleTo, unpublishedWarnings } from './publish.ts';
import { openGroup, readGroup } from './write-group.ts';
import { writeProductionGroup } from './write-production.ts';

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  notTest: [400, 'Can only publish test environment groups'],
  ...obstacleRows,
  notFound: [404, 'Group not found'],
  internal: [500, 'Internal server error', 'gateway'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
});

/**
 * Creates or updates the production group of a test group (docs/contract/groups.md#publish-group).
 * Writes to a store's groups are serialized, so the result equals one committed state of the test
 * group.
 */
export const publishGroup = action({
  path: 'subscription-product-group/publish-group',
  summary: 'Publish a group of subscription products to production (owner or admin)',
  auth: MERCHANT,
  environment: 'forbidden',
  errors,
  input: z.object({ id: groupId(errors.missingId, errors.notFound) }),
  output: z.object({ group: groupView }),
  handle: async ({ input, caller, tx, now }) => {
    const group = await openGroup(tx, caller, input.id, errors);
    if (group.environment !== 'test') throw errors.notTest();
    const obstacle = await obstacleTo(tx, group, errors);
    if (obstacle) throw obstacle;
    const production = await writeProductionGroup(tx, group, now);
    const details = { testGroupId: group.id };
    const warnings = [...production.warnings, ...(await unpublishedWarnings(tx, group))];
    return {
      data: { group: viewGroup(await readGroup(tx, production)) },
      warnings,
      audit: { details },
    };
  },
});
