import type { MerchantCaller } from '../../contract/caller.ts';
import type { ErrorTable } from '../../contract/errors.ts';
import { violatesUnique } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { findGroup, lockGroupsAround } from './group.queries.ts';
import type { Group, GroupKey } from './group.ts';
import { findUnknownProducts, replaceMembers } from './group-member.queries.ts';

/**
 * A group that the caller may write. Locks all groups of its store. Throws the given rows if the
 * group doesn't exist or the caller may only read it.
 */
export async function openGroup(
  tx: Tx,
  caller: MerchantCaller,
  id: string,
  errors: ErrorTable<'notFound' | 'forbidden'>,
): Promise<Group> {
  const [member] = await lockGroupsAround(tx, id, caller);
  const group = member ? await findGroup(tx, member.storeId, id) : null;
  if (!member || !group) throw errors.notFound();
  if (member.role === 'member') throw errors.forbidden();
  return group;
}

/** Like `openGroup`, but a group of the other environment does not exist for the caller. */
export async function openOwnGroup(
  tx: Tx,
  caller: MerchantCaller,
  id: string,
  errors: ErrorTable<'notFound' | 'forbidden'>,
): Promise<Group> {
  const group = await openGroup(tx, caller, id, errors);
  if (group.environment !== caller.environment) throw errors.notFound();
  return group;
}

/**
 * Makes the products the group's only members. Throws the given rows
 * (docs/contract/groups.md#rules-for-groups).
 */
export async function setMembers(
  tx: Tx,
  group: Pick<Group, 'id' | 'storeId' | 'environment'>,
  productIds: readonly Id<'PROD'>[],
  errors: ErrorTable<'productNotFound' | 'alreadyGrouped'>,
): Promise<void> {
  const unknown = await findUnknownProducts(tx, group, productIds);
  if (unknown.length > 0) throw errors.productNotFound();
  const [refused] = await replaceMembers(tx, group, productIds);
  if (refused) throw errors.alreadyGrouped(encodeId('PROD', refused));
}

/** Performs a write that sets a group's name; throws the given row if the name is taken. */
export async function underUniqueName<T>(
  write: Promise<T>,
  errors: ErrorTable<'nameTaken'>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatesUnique(error, 'product_group_name')) throw errors.nameTaken();
    throw error;
  }
}

/** The group after a write in this transaction. */
export async function readGroup(tx: Tx, { id, storeId }: GroupKey): Promise<Group> {
  const group = await findGroup(tx, storeId, id);
  if (!group) throw new Error(`Group ${id} is missing in its own transaction`);
  return group;
}
