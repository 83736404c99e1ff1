import type {
  ChargeDeclined,
  ChargeOutcome,
  ChargeSucceeded,
} from '../../contract/payment-provider.ts';
import type { Charged, PaymentKey, PaymentRecords } from '../../contract/ports.ts';
import { workAtOnce } from '../../contract/store-turns.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

/** Records the outcome of a charge; a charge that is still pending is left as it is. */
export function recordOutcome(
  payments: PaymentRecords,
  tx: Tx,
  { id, storeId }: PaymentKey,
  outcome: ChargeOutcome,
  now: Date,
): Promise<void> {
  return recordOutcomes(payments, tx, storeId, [{ id, outcome }], now);
}

/** Like `recordOutcome`, for charges of one store and environment. */
export async function recordOutcomes(
  payments: PaymentRecords,
  tx: Tx,
  storeId: Id<'STO'>,
  charges: readonly Charged<ChargeOutcome>[],
  now: Date,
): Promise<void> {
  const succeeded: Charged<ChargeSucceeded>[] = [];
  const declined: Charged<ChargeDeclined>[] = [];
  for (const { id, outcome } of charges) {
    if (outcome.status === 'succeeded') succeeded.push({ id, outcome });
    else if (outcome.status === 'declined') declined.push({ id, outcome });
  }
  const work = declined.map(
    ({ id, outcome }) =>
      () =>
        payments.fail(tx, { id, storeId }, outcome, now),
  );
  if (succeeded.length > 0) work.push(() => payments.succeedAll(tx, storeId, succeeded, now));
  await workAtOnce(work, (one) => one());
}
