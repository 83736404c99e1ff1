import type { Tx } from '../../database/database.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { insertAuditEntry } from '../audit/audit.queries.ts';
import type { Act } from '../audit/describe-act.ts';
import { findOwner } from './merchant-data.queries.ts';

/** The operator has no key and no session. */
const NO_CREDENTIAL = '00000000-0000-0000-0000-000000000000';

/** Leaves an entry in the store's audit log, under its owner: the operator acted for him. */
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
  await record(tx, owner.id, act, path, now);
}

/** Leaves an entry among the merchant's own, which tells nothing but that it happened. */
export async function recordMerchantErasure(
  tx: Tx,
  id: Id<'MER'>,
  path: string,
  now: Date,
): Promise<void> {
  const subject = { subjectType: 'merchant', subjectId: encodeId('MER', id) };
  await record(tx, id, { storeId: null, ...subject, details: {} }, path, now);
}

function record(tx: Tx, merchantId: Id<'MER'>, act: Act, path: string, now: Date): Promise<void> {
  const credential = { credential: 'operator', credentialId: NO_CREDENTIAL } as const;
  const entry = { ...act, ...credential, id: newUuid(now), merchantId, action: path, at: now };
  return insertAuditEntry(tx, { ...entry, environment: null });
}
