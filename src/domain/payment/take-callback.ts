import type { CallbackSubject, PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findPendingRefund } from '../refund/refund.queries.ts';
import { settleRefund } from '../refund/settle-refund.ts';
import { findPendingPayment } from './payment.queries.ts';
import { lookUpPayment } from './settle-payment.ts';

interface CallbackContext {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

/**
 * Follows a callback that the provider signed: asks it about what is still open here, and records
 * the answer. What has ended stays as it is, so callbacks may come twice or in any order.
 */
export async function takeCallback(
  { database, provider, currentTime }: CallbackContext,
  subject: CallbackSubject,
): Promise<void> {
  if (subject.kind === 'payment') {
    const [payment] = await findPendingPayment(database, subject.paymentId as Id<'PAY'>);
    if (payment?.provider !== provider.name) return;
    await lookUpPayment({ database, currentTime }, provider, payment.id);
  }
  if (subject.kind === 'refund') {
    const [refund] = await findPendingRefund(database, subject.refundId as Id<'REF'>);
    if (refund?.provider !== provider.name) return;
    await settleRefund(database, provider, refund, currentTime());
  }
}
