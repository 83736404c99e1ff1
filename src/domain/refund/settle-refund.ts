import type { PaymentProvider, RefundRequest } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { endRefund } from './end-refund.ts';
import type { DueRefund } from './refund.queries.ts';

/** Asks the provider how a refund ended and records it; one that it never saw is left alone. */
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

/** The refund as the provider is asked for it. */
export function requestOf(refund: DueRefund, now: Date): RefundRequest {
  const { id: refundId, paymentId, chargeReference, currency, amountMinor } = refund;
  return { refundId, paymentId, chargeReference, amount: { currency, amountMinor }, now };
}
