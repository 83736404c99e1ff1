import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { PaymentKey, Ports } from '../../contract/ports.ts';
import type { Database } from '../../database/database.ts';
import { recordOutcome } from './record-outcome.ts';

interface SettleContext {
  readonly database: Pick<Database, 'transaction'>;
  readonly ports: Pick<Ports, 'payments'>;
  readonly currentTime: () => Date;
}

/**
 * Asks the provider for the outcome of a payment and records it; voids a charge that never reached
 * the provider. Throws if the provider does not answer.
 */
export async function settlePayment(
  { database, ports, currentTime }: SettleContext,
  provider: PaymentProvider,
  payment: PaymentKey,
): Promise<void> {
  const outcome = await provider.settle(payment.id, currentTime());
  await database.transaction((tx) =>
    recordOutcome(ports.payments, tx, payment, outcome, currentTime()),
  );
}

/** Like `settlePayment`, but voids nothing, because the charging process may still be at work. */
export async function lookUpPayment(
  { database, ports, currentTime }: SettleContext,
  provider: PaymentProvider,
  payment: PaymentKey,
): Promise<void> {
  const outcome = await provider.lookUp(payment.id, currentTime());
  if (outcome.status === 'pending') return;
  await database.transaction((tx) =>
    recordOutcome(ports.payments, tx, payment, outcome, currentTime()),
  );
}
