import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findNamedPayment } from '../payment/payment.queries.ts';
import { recordExternalRefund } from './record-external-refund.ts';

interface ExternalRefundContext {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

/**
 * Asks the provider for the refunds of a payment that were made there, and records what isn't
 * recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the payment, or
 * of a refund of ours that leaves too little of it, is still unknown, so that the provider repeats
 * the callback.
 */
export async function takeExternalRefunds(
  { database, provider, currentTime }: ExternalRefundContext,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const [payment] = await findNamedPayment(database, paymentId);
  if (payment?.provider !== provider.name) return;
  if (payment.status === 'pending') throw new Error('A refunded payment is still pending');
  if (payment.status !== 'succeeded') return;
  const { id, storeId, chargeReference } = payment;
  const charge = { paymentId: id, chargeReference, now: currentTime() };
  for (const refund of await provider.listExternalRefunds(charge)) {
    await database.transaction((tx) =>
      recordExternalRefund(tx, { id, storeId }, refund, currentTime()),
    );
  }
}
