import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findNamedPayment } from '../payment/payment.queries.ts';
import { listDeadlines } from './dispute.queries.ts';
import { recordDispute } from './record-dispute.ts';

interface DisputeContext {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

/**
 * Handles a callback about a dispute: asks the provider for the payment's disputes and records what
 * isn't recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the payment,
 * or of another charge of a subscription that is to end, is still unknown, or a deadline has changed
 * since, so that the provider repeats the callback.
 */
export async function takeDispute(
  { database, provider, currentTime }: DisputeContext,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const [payment] = await findNamedPayment(database, paymentId);
  if (payment?.provider !== provider.name) return;
  if (payment.status === 'pending') throw new Error('A disputed payment is still pending');
  if (payment.status !== 'succeeded') return;
  const { id, storeId, chargeReference } = payment;
  const charge = { paymentId: id, chargeReference, now: currentTime() };
  const known = await listDeadlines(database, payment);
  const disputes = await provider.listDisputes(charge);
  let isComplete = true;
  for (const dispute of disputes) {
    const before = known.find(({ reference }) => reference === dispute.reference);
    const record = (tx: Tx) =>
      recordDispute(tx, { id, storeId }, dispute, currentTime(), before?.respondBy);
    if (!(await database.transaction(record))) isComplete = false;
  }
  if (!isComplete) throw new Error('A charge of a disputed subscription is still pending');
}
