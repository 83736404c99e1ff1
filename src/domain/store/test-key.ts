import type { MerchantCaller } from '../../contract/caller.ts';
import { ActionError, errorTable } from '../../contract/errors.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findProductionReach } from './store.queries.ts';

/** The two entries of a test key's refusal; the second says why. */
export const testKeyErrors = errorTable('gateway', {
  forbidden: [403, 'Insufficient permissions'],
  testKey: [
    403,
    'A test key cannot change what a store enabled for production shows; use a production key or the dashboard',
  ],
});

/** Who changes what both environments of a store share, and the service's settings. */
export interface MerchantCall {
  readonly caller: MerchantCaller;
  readonly ports: Pick<Ports, 'settings'>;
}

/**
 * Restricts a test key, and those whom one made admin, to the test side
 * (docs/contract/service.md#test-keys): throws 403 if the store can sell in production. Call it
 * after checking that the caller may change the store, and with the store locked if a race matters.
 */
export async function refuseTestKey(
  tx: Tx,
  { caller, ports }: MerchantCall,
  storeId: Id<'STO'>,
): Promise<void> {
  const [reach] = await findProductionReach(tx, storeId, caller.merchantId);
  if (!reach?.prodEnabled && !ports.settings.kybAutoApprove) return;
  const { status, entries } = testKeyErrors.forbidden();
  if (isTestKey(caller)) {
    throw new ActionError(status, [...entries, ...testKeyErrors.testKey().entries]);
  }
  if (reach?.testOnly) throw new ActionError(status, entries);
}

export function isTestKey({ kind, environment }: MerchantCaller): boolean {
  return kind === 'apiKey' && environment === 'test';
}
