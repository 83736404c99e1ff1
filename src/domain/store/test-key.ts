import type { MerchantCaller } from '../../contract/caller.ts';
import { ActionError, errorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { isEnabledForProduction } from './store.queries.ts';

/** The two entries of the refusal; the second says why. */
export const testKeyErrors = errorTable('gateway', {
  forbidden: [403, 'Insufficient permissions'],
  testKey: [
    403,
    'A test key cannot change what a store enabled for production shows; use a production key or the dashboard',
  ],
});

/**
 * Restricts a test key to the test side (docs/contract/service.md#test-keys): throws 403 if the
 * store is enabled for production. Call it after checking that the caller may change the store, and
 * with the store locked if a race matters.
 */
export async function refuseTestKey(
  tx: Tx,
  caller: MerchantCaller,
  storeId: Id<'STO'>,
): Promise<void> {
  if (!isTestKey(caller)) return;
  if (!(await isEnabledForProduction(tx, storeId))) return;
  const { status, entries } = testKeyErrors.forbidden();
  throw new ActionError(status, [...entries, ...testKeyErrors.testKey().entries]);
}

export function isTestKey({ kind, environment }: MerchantCaller): boolean {
  return kind === 'apiKey' && environment === 'test';
}
