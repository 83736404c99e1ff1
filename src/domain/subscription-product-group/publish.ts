import type { Warning } from '../../contract/action.ts';
import type { ActionError, ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId } from '../../kit/id.ts';
import type { Group } from './group.ts';
import { groupRows } from './group-input.ts';
import { findUnpublishedMembers } from './group-member.queries.ts';
import { findPublishObstacles } from './takeover.queries.ts';

/** Warnings for members that aren't sold in production until they are published. */
export async function unpublishedWarnings(tx: Tx, group: Group): Promise<Warning[]> {
  const unpublished = await findUnpublishedMembers(tx, group.storeId, group.id);
  return unpublished.map(({ productId }) => ({
    message: `Product ${encodeId('PROD', productId)} is not published`,
    layer: 'product',
    aiHint: 'It is offered in production once it is published. Publish it with publish-product.',
  }));
}

/** Reasons why a test group cannot be published (docs/contract/groups.md#publish-group). */
export const obstacleRows = {
  empty: [400, 'Cannot publish: product_ids is empty'],
  nameTaken: groupRows.nameTaken,
  alreadyGrouped: groupRows.alreadyGrouped,
} as const satisfies Record<string, ErrorRowSpec>;

/** The first reason why the test group cannot be published, or null. */
export async function obstacleTo(
  tx: Tx,
  group: Group,
  errors: ErrorTable<keyof typeof obstacleRows>,
): Promise<ActionError | null> {
  if (group.productIds.length === 0) return errors.empty();
  const { nameTaken, groupedId } = await findPublishObstacles(tx, group);
  if (nameTaken) return errors.nameTaken();
  return groupedId && errors.alreadyGrouped(encodeId('PROD', groupedId));
}
