import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { recordOutcome } from '../order/record-outcome.ts';

interface SettleContext {
  readonly database: Pick<Database, 'transaction'>;
  readonly currentTime: () => Date;
}

/**
 * Asks the provider how a payment ended and records it; voids a charge that it never saw. Throws
 * when it does not answer.
 */
export async function settlePayment(
  { database, currentTime }: SettleContext,
  provider: PaymentProvider,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const outcome = await provider.settle(paymentId, currentTime());
  await database.transaction((tx) => recordOutcome(tx, paymentId, outcome, currentTime()));
}

/** As `settlePayment` while the process that charges may still be at it: voids nothing. */
export async function lookUpPayment(
  { database, currentTime }: SettleContext,
  provider: PaymentProvider,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const outcome = await provider.lookUp(paymentId, currentTime());
  if (outcome.status === 'pending') return;
  await database.transaction((tx) => recordOutcome(tx, paymentId, outcome, currentTime()));
}
