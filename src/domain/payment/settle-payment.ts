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
 * Asks the provider how a payment ended and records it; voids a charge that it never saw. Throws
 * when it does not answer.
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

/** As `settlePayment` while the process that charges may still be at it: voids nothing. */
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
