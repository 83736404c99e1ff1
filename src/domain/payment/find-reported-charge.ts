import type { SuccessfulCharge } from '../../contract/charge.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findNamedPayment } from './payment.queries.ts';

/** What handles a callback about a charge: a dispute, a refund at the provider, a fraud warning. */
export interface ReportContext {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

interface ReportedCharge {
  readonly payment: PaymentKey;
  /** For questions to the provider. */
  readonly charge: SuccessfulCharge;
}

/**
 * The charge of the payment that a provider's callback names; null unless it is a successful one of
 * that provider. Throws if the outcome of the payment is still unknown, so that the provider repeats
 * the callback.
 */
export async function findReportedCharge(
  { database, provider, currentTime }: ReportContext,
  paymentId: Id<'PAY'>,
): Promise<ReportedCharge | null> {
  const [payment] = await findNamedPayment(database, paymentId);
  if (payment?.provider !== provider.name) return null;
  if (payment.status === 'pending') throw new Error('A reported payment is still pending');
  if (payment.status !== 'succeeded') return null;
  const { id, storeId, chargeReference } = payment;
  const charge = { paymentId: id, chargeReference, now: currentTime() };
  return { payment: { id, storeId }, charge };
}
