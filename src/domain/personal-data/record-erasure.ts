import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import type { Act } from '../audit/describe-act.ts';
import { recordOperatorAct } from '../audit/record-operator-act.ts';
import { findOwner } from './merchant-data.queries.ts';

/** Records the erasure in the store's audit log under its owner, for whom the operator acted. */
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

/** Records in the merchant's own audit log that the erasure happened, and nothing else. */
export async function recordMerchantErasure(
  tx: Tx,
  id: Id<'MER'>,
  path: string,
  now: Date,
): Promise<void> {
  const subject = { subjectType: 'merchant', subjectId: encodeId('MER', id) };
  await recordOperatorAct(tx, id, { storeId: null, ...subject, details: {} }, path, now);
}
