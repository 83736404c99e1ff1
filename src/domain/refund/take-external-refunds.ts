import type { Id } from '../../kit/id.ts';
import { findReportedCharge, type ReportContext } from '../payment/find-reported-charge.ts';
import { recordExternalRefund } from './record-external-refund.ts';

/**
 * Asks the provider for the refunds of a payment that were made there, and records what isn't
 * recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the payment, or
 * of a refund of ours that leaves too little of it, is still unknown, so that the provider repeats
 * the callback.
 */
export async function takeExternalRefunds(
  context: ReportContext,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const reported = await findReportedCharge(context, paymentId);
  if (!reported) return;
  const { payment, charge } = reported;
  const { database, provider, currentTime } = context;
  for (const refund of await provider.listExternalRefunds(charge)) {
    await database.transaction((tx) => recordExternalRefund(tx, payment, refund, currentTime()));
  }
}
