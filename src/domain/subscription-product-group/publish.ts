import type { ActionError, ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId } from '../../kit/id.ts';
import type { Group } from './group.ts';
import { groupRows } from './group-input.ts';
import { findPublishObstacles } from './group-member.queries.ts';

/** What can keep a test group from being published (Specification 4.11, decisions 5). */
export const obstacleRows = {
  empty: [400, 'Cannot publish: product_ids is empty'],
  unpublished: [400, (product) => `Cannot publish: product ${product} is not published`],
  nameTaken: groupRows.nameTaken,
  alreadyGrouped: groupRows.alreadyGrouped,
} as const satisfies Record<string, ErrorRowSpec>;

/** The first row that keeps the test group from being published, or null. */
export async function obstacleTo(
  tx: Tx,
  group: Group,
  errors: ErrorTable<keyof typeof obstacleRows>,
): Promise<ActionError | null> {
  if (group.productIds.length === 0) return errors.empty();
  const { unpublishedId, nameTaken, groupedId } = await findPublishObstacles(tx, group.id);
  if (unpublishedId) return errors.unpublished(encodeId('PROD', unpublishedId));
  if (nameTaken) return errors.nameTaken();
  return groupedId && errors.alreadyGrouped(encodeId('PROD', groupedId));
}
