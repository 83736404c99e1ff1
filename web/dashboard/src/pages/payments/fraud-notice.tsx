import { Alert } from '@mantine/core';
import { moneyText } from '../../parts/amounts.ts';
import { reasonText } from './disputes.ts';
import { suspectedOf } from './fraud-warnings.ts';
import type { RefundedPayment } from './payment-moments.ts';

/** What to do about a payment that the bank suspects to be fraud; nothing if there is none. */
export function FraudNotice({ payments }: { readonly payments: readonly RefundedPayment[] }) {
  const suspected = suspectedOf(payments);
  if (!suspected) return null;
  const { amount, periodNumber } = suspected.payment;
  return (
    <Alert
      color="red"
      variant="light"
      title={`The buyer’s bank suspects that the payment of ${moneyText(amount.display, amount.currency)} is fraud`}
    >
      The bank’s reason: {reasonText(suspected.warning)}. Check the order, and refund the payment
      now if it isn’t right: that usually prevents a dispute, which costs a fee even if you win it.
      {periodNumber === null ? '' : ' If its subscription still renews, end that as well.'} If more
      than 14 days have passed since the payment, ask the operator of this service to refund it.
    </Alert>
  );
}
