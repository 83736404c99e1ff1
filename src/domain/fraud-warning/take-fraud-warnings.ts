import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findNamedPayment } from '../payment/payment.queries.ts';
import { recordFraudWarning } from './record-fraud-warning.ts';

interface WarningContext {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

/**
 * Handles a callback about a fraud warning: asks the provider for the payment's warnings and records
 * what isn't recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the
 * payment is still unknown, so that the provider repeats the callback.
 */
export async function takeFraudWarnings(
  { database, provider, currentTime }: WarningContext,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const [payment] = await findNamedPayment(database, paymentId);
  if (payment?.provider !== provider.name) return;
  if (payment.status === 'pending') throw new Error('A payment reported as fraud is still pending');
  if (payment.status !== 'succeeded') return;
  const { id, storeId, chargeReference } = payment;
  const charge = { paymentId: id, chargeReference, now: currentTime() };
  for (const warning of await provider.listFraudWarnings(charge)) {
    await database.transaction((tx) =>
      recordFraudWarning(tx, { id, storeId }, warning, currentTime()),
    );
  }
}
