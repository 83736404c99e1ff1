import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { requireLiveCredential } from '../merchant/credential.queries.ts';
import { isTestKey, type MerchantCall, refuseTestKey } from '../store/test-key.ts';
import type { GivenRole } from './given-role.ts';
import { lockMembership } from './store-merchant.queries.ts';

/** Members and open invitations of a store. */
export const MAX_MEMBERS = 100;

/** A required role to assign. */
export function givenRole(missing: ErrorRow, invalid: ErrorRow): z.ZodType<GivenRole, string> {
  return requiredText(missing).pipe(z.enum(['admin', 'member'], { error: invalid.code }));
}

/** The error rows for a caller who may not manage the store's members. */
export interface ManagerRows {
  readonly forbidden: ErrorRow;
  readonly storeNotFound: ErrorRow;
}

/**
 * Locks the store's list of members for the transaction. Throws unless the caller is currently its
 * owner or an admin.
 */
export async function requireManagerRole(
  tx: Tx,
  storeId: Id<'STO'>,
  merchantId: Id<'MER'>,
  rows: ManagerRows,
): Promise<{ readonly testOnly: boolean }> {
  const [member] = await lockMembership(tx, storeId, merchantId);
  if (!member) throw rows.storeNotFound();
  if (member.role === 'member') throw rows.forbidden();
  return member;
}

/**
 * Like `requireManagerRole`, for a change that both environments share: also throws for a test key
 * once the store can sell in production. Returns whether roles that the caller grants apply only
 * to the test side (docs/contract/service.md#test-keys).
 */
export async function requireManager(
  tx: Tx,
  storeId: Id<'STO'>,
  call: MerchantCall,
  rows: ManagerRows,
): Promise<{ readonly testOnly: boolean }> {
  const { caller } = call;
  const { testOnly } = await requireManagerRole(tx, storeId, caller.merchantId, rows);
  await refuseTestKey(tx, call, storeId);
  await requireLiveCredential(tx, caller);
  return { testOnly: testOnly || isTestKey(caller) };
}

export const membershipView = z.object({
  storeId: z.string(),
  /** Null while invited. */
  merchantId: z.string().nullable(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member']),
  status: z.enum(['active', 'invited']),
  addedAt: z.string(),
});

/** A membership as responses show it (docs/contract/authentication.md). */
export function viewMembership(membership: {
  readonly storeId: Id<'STO'>;
  readonly merchantId: Id<'MER'> | null;
  readonly email: string;
  readonly role: GivenRole;
  readonly addedAt: Date;
}): z.input<typeof membershipView> {
  const { storeId, merchantId, email, role, addedAt } = membership;
  return {
    storeId: encodeId('STO', storeId),
    merchantId: merchantId && encodeId('MER', merchantId),
    email,
    role,
    status: merchantId === null ? 'invited' : 'active',
    addedAt: toIso(addedAt),
  };
}
