import type { PaymentProvider, RefundRequest } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { endRefund } from './end-refund.ts';
import type { DueRefund } from './refund.queries.ts';

/** Records a refund's outcome from the provider; does nothing if the provider never saw it. */
export async function settleRefund(
  database: Pick<Database, 'transaction'>,
  provider: PaymentProvider,
  refund: DueRefund,
  now: Date,
): Promise<void> {
  const outcome = await provider.settleRefund(requestOf(refund, now));
  if (outcome === null || outcome.status === 'pending') return;
  await database.transaction((tx) => endRefund(tx, refund, outcome, now));
}

/** The refund in the form of a provider request. */
export function requestOf(refund: DueRefund, now: Date): RefundRequest {
  const { id: refundId, paymentId, chargeReference, currency, amountMinor } = refund;
  return { refundId, paymentId, chargeReference, amount: { currency, amountMinor }, now };
}
