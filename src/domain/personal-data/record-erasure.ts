import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import type { Act } from '../audit/describe-act.ts';
import { recordOperatorAct } from '../audit/record-operator-act.ts';
import { findOwner } from './merchant-data.queries.ts';

/** Leaves an entry in the store's audit log, under its owner: the operator acted for them. */
export async function recordBuyerErasure(
  tx: Tx,
  storeId: Id<'STO'>,
  details: Act['details'],
  path: string,
  now: Date,
): Promise<void> {
  const [owner] = await findOwner(tx, storeId);
  if (!owner) return;
  const act: Act = { storeId, subjectType: 'buyer', subjectId: null, details };
  await recordOperatorAct(tx, owner.id, act, path, now);
}

/** Leaves an entry among the merchant's own, which tells nothing but that it happened. */
export async function recordMerchantErasure(
  tx: Tx,
  id: Id<'MER'>,
  path: string,
  now: Date,
): Promise<void> {
  const subject = { subjectType: 'merchant', subjectId: encodeId('MER', id) };
  await recordOperatorAct(tx, id, { storeId: null, ...subject, details: {} }, path, now);
}
