import type { Id } from '../../kit/id.ts';
import { findReportedCharge, type ReportContext } from '../payment/find-reported-charge.ts';
import { recordFraudWarning } from './record-fraud-warning.ts';

/**
 * Handles a callback about a fraud warning: asks the provider for the payment's warnings and records
 * what isn't recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the
 * payment is still unknown, so that the provider repeats the callback.
 */
export async function takeFraudWarnings(
  context: ReportContext,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const reported = await findReportedCharge(context, paymentId);
  if (!reported) return;
  const { payment, charge } = reported;
  const { database, provider, currentTime } = context;
  for (const warning of await provider.listFraudWarnings(charge)) {
    await database.transaction((tx) => recordFraudWarning(tx, payment, warning, currentTime()));
  }
}
