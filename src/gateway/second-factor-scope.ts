import type { Caller } from '../contract/caller.ts';
import { ActionError } from '../contract/errors.ts';
import { type Database, sql } from '../database/database.ts';
import { findStoresBehindFactor } from '../domain/merchant/merchant.queries.ts';
import type { Id } from '../kit/id.ts';
import { gatewayErrors } from './errors.ts';

type Transactions = Database['transaction'];

/**
 * Transactions that know whether the caller used a second factor, so that `usable_membership`
 * excludes stores that require one (docs/contract/members.md#two-factors).
 */
export function transactionsOf(
  database: Pick<Database, 'transaction'>,
  caller: Caller,
): Transactions {
  const since = missingFactorSince(caller);
  if (since === null) return (work) => database.transaction(work);
  return (work) =>
    database.transaction(async (tx) => {
      // Not awaited here: it is sent together with the first statement, ahead of it.
      const told = tx.query(sql`select tell_without_second_factor(${since})`);
      told.catch(() => {});
      const result = await work(tx);
      await told;
      return result;
    });
}

/** Rethrows the error. If stores are inaccessible without a second factor, a refusal says so. */
export function explainRefusals(database: Pick<Database, 'transaction'>, caller: Caller) {
  return async (error: unknown): Promise<never> => {
    const isRefusal = error instanceof ActionError && [403, 404].includes(error.status);
    const isPlain = missingFactorSince(caller) !== null;
    if (!isRefusal || !isPlain || !('merchantId' in caller)) throw error;
    const stores = await listBehindFactor(database, caller, caller.merchantId);
    if (stores.length === 0) throw error;
    const reason = 'second_factor_required';
    const row = gatewayErrors[error.status === 403 ? 'secondFactorRequired' : 'secondFactorToSee'];
    const why = row().entries.map((entry) => ({ ...entry, reason }));
    throw new ActionError(error.status, [...error.entries, ...why], error.headers);
  };
}

/** Throws 403 if the store requires a second factor and the caller used none. */
export async function refuseBehindFactor(
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  storeId: Id<'STO'> | null,
): Promise<void> {
  if (storeId === null || missingFactorSince(caller) === null) return;
  if (!('merchantId' in caller)) return;
  const stores = await listBehindFactor(database, caller, caller.merchantId);
  if (stores.some(({ id }) => id === storeId)) throw gatewayErrors.insufficientPermissions();
}

function listBehindFactor(
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  merchantId: Id<'MER'>,
) {
  return transactionsOf(database, caller)((tx) => findStoresBehindFactor(tx, merchantId));
}

/**
 * Since when the caller has had no second factor; null if no store of the merchant's requires one.
 * Most require none, and the statements that apply the requirement would slow down every call.
 */
function missingFactorSince(caller: Caller): string | null {
  if ('storesRequireFactor' in caller && caller.storesRequireFactor === false) return null;
  return 'withoutSecondFactorSince' in caller ? (caller.withoutSecondFactorSince ?? null) : null;
}
