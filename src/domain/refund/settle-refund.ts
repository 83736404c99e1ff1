import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { RefundRequest } from '../../contract/refund.ts';
import { sourcesOf } from '../../contract/states.ts';
import type { Database } from '../../database/database.ts';
import { endRefund } from './end-refund.ts';
import type { RecordedRefund } from './refund.queries.ts';
import { REFUND_MOVES } from './refund.states.ts';

/** Records a refund's outcome from the provider, if it has a new one. */
export async function settleRefund(
  database: Pick<Database, 'transaction'>,
  provider: PaymentProvider,
  refund: RecordedRefund,
  now: Date,
): Promise<void> {
  const outcome = await provider.settleRefund(requestOf(refund, now));
  // A provider that never saw it has no outcome.
  if (outcome === null || outcome.status === 'pending' || outcome.status === refund.status) return;
  const from = sourcesOf(REFUND_MOVES, outcome.status);
  await database.transaction((tx) => endRefund(tx, refund, outcome, now, from));
}

/** The refund in the form of a provider request. */
export function requestOf(refund: RecordedRefund, now: Date): RefundRequest {
  const { id: refundId, paymentId, chargeReference, currency, amountMinor } = refund;
  return { refundId, paymentId, chargeReference, amount: { currency, amountMinor }, now };
}
