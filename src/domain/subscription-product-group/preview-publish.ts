import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { differences, previewView } from '../product/preview.ts';
import { isTestKey } from '../store/test-key.ts';
import { findGroupPair } from './group.queries.ts';
import { viewGroup } from './group.ts';
import { groupId } from './group-input.ts';
import { obstacleRows, obstacleTo } from './publish.ts';

/** The fields that publishing writes. */
const FIELDS = ['name', 'description', 'rules', 'productIds'];

const errors = errorTable('product', {
  missingId: [400, 'Missing required field: id'],
  notTest: [400, 'Can only publish test environment groups'],
  notFound: [404, 'Group not found'],
});
/** Not answered as errors here: their messages become the preview's `reason`. */
const obstacles = errorTable('product', obstacleRows);

/** A dry run of publish-group: what would change, and whether it would succeed. */
export const previewPublishGroup = action({
  path: 'subscription-product-group/preview-publish',
  summary: 'Show what publishing a group of subscription products would change',
  auth: MERCHANT,
  environment: 'forbidden',
  replayable: false,
  audited: false,
  errors,
  input: z.object({ id: groupId(errors.missingId, errors.notFound) }),
  output: z.object({ preview: previewView }),
  handle: async ({ input, caller, tx }) => {
    const pair = await findGroupPair(tx, input.id, caller);
    if (!pair) throw errors.notFound();
    const { group } = pair;
    if (group.environment !== 'test') throw errors.notTest();
    const obstacle = await obstacleTo(tx, group, obstacles);
    const production = isTestKey(caller) ? null : pair.production;
    const preview = {
      publishable: obstacle === null,
      reason: obstacle?.message ?? null,
      changes: differences(FIELDS, viewGroup(group), production && viewGroup(production)),
    };
    return { data: { preview } };
  },
});
