import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findReportedCharge, type ReportContext } from '../payment/find-reported-charge.ts';
import { listDeadlines } from './dispute.queries.ts';
import { recordDispute } from './record-dispute.ts';

/**
 * Handles a callback about a dispute: asks the provider for the payment's disputes and records what
 * isn't recorded yet, so callbacks may be repeated or reordered. Throws if the outcome of the payment,
 * or of another charge of a subscription that is to end, is still unknown, or a deadline has changed
 * since, so that the provider repeats the callback.
 */
export async function takeDispute(context: ReportContext, paymentId: Id<'PAY'>): Promise<void> {
  const reported = await findReportedCharge(context, paymentId);
  if (!reported) return;
  const { payment, charge } = reported;
  const { database, provider, currentTime } = context;
  const known = await listDeadlines(database, payment);
  const disputes = await provider.listDisputes(charge);
  let isComplete = true;
  for (const dispute of disputes) {
    const before = known.find(({ reference }) => reference === dispute.reference);
    const record = (tx: Tx) =>
      recordDispute(tx, payment, dispute, currentTime(), before?.respondBy);
    if (!(await database.transaction(record))) isComplete = false;
  }
  if (!isComplete) throw new Error('A charge of a disputed subscription is still pending');
}
