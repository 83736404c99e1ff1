import type { CallbackSubject, PaymentProvider } from '../../contract/payment-provider.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { findNamedPayment } from '../payment/payment.queries.ts';
import { lookUpPayment } from '../payment/settle-payment.ts';
import { findChangeableRefund } from './refund.queries.ts';
import { settleRefund } from './settle-refund.ts';
import { takeExternalRefunds } from './take-external-refunds.ts';

interface CallbackContext {
  readonly database: Database;
  readonly ports: Pick<Ports, 'payments'>;
  readonly provider: PaymentProvider;
  readonly currentTime: () => Date;
}

/**
 * Handles a callback that the provider signed: queries the provider about anything that can still
 * change here and records the outcome, so callbacks may be repeated or reordered.
 */
export async function takeCallback(
  { database, ports, provider, currentTime }: CallbackContext,
  subject: CallbackSubject,
): Promise<void> {
  if (subject.kind === 'payment') {
    const [payment] = await findNamedPayment(database, subject.paymentId as Id<'PAY'>);
    if (payment?.provider !== provider.name || payment.status !== 'pending') return;
    await lookUpPayment({ database, ports, currentTime }, provider, payment);
  }
  if (subject.kind === 'refund') {
    const [refund] = await findChangeableRefund(database, subject.refundId as Id<'REF'>);
    if (refund?.provider !== provider.name) return;
    await settleRefund(database, provider, refund, currentTime());
  }
  if (subject.kind === 'external_refund') {
    const context = { database, provider, currentTime };
    await takeExternalRefunds(context, subject.paymentId as Id<'PAY'>);
  }
}
