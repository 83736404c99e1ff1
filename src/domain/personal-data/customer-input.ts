import { z } from 'zod';
import type { DashboardCaller } from '../../contract/caller.ts';
import { knownEmail } from '../../contract/email-input.ts';
import { type ErrorRow, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findRoleIn, type StoreRole } from '../store/store.queries.ts';
import type { Buyer } from './buyer.queries.ts';

/** Error rows of members' calls on a customer's records. */
export const customerRows = {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingEmail: [400, 'Missing required field: email'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found', 'store'],
} as const;

type Rows = Readonly<Record<keyof typeof customerRows | 'notFound', ErrorRow>>;

/** A customer by email address, as in the dashboard. */
export function customerInput(rows: Rows) {
  return z.object({
    storeId: requiredId('STO', rows.missingStoreId, rows.malformedStoreId),
    email: knownEmail(rows.missingEmail, rows.notFound),
  });
}

/**
 * The buyer with the address. Throws unless the caller has one of the roles on the store in
 * production: the calls concern both environments.
 */
export async function requireCustomer(
  tx: Tx,
  { storeId, email }: { readonly storeId: Id<'STO'>; readonly email: string },
  caller: DashboardCaller,
  roles: readonly StoreRole[],
  rows: Rows,
): Promise<Buyer> {
  const [member] = await findRoleIn(tx, storeId, { ...caller, environment: 'prod' });
  if (!member) throw rows.storeNotFound();
  if (!roles.includes(member.role)) throw rows.forbidden();
  return { storeId, email, identity: null };
}
