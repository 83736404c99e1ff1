import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { completePayment } from '../order/complete-payment.ts';
import { failPayment } from '../order/fail-payment.ts';

interface SettleContext {
  readonly database: Pick<Database, 'transaction'>;
  readonly currentTime: () => Date;
}

/** Asks the provider how a payment ended and records it. Throws when it does not answer. */
export async function settlePayment(
  { database, currentTime }: SettleContext,
  provider: PaymentProvider,
  paymentId: Id<'PAY'>,
): Promise<void> {
  const outcome = await provider.settle(paymentId, currentTime());
  await database.transaction(async (tx) => {
    if (outcome.status === 'succeeded')
      await completePayment(tx, paymentId, outcome, currentTime());
    else await failPayment(tx, paymentId, outcome, currentTime());
  });
}
