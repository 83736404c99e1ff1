import type { RecordedFraudWarning } from '../../contract/fraud-warning.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { recordEvent } from '../../events/record-event.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { paymentEventData, priceOf } from '../order/order-event.ts';
import { findSoldOrder, type SoldOrder } from '../order/sold-order.queries.ts';
import { findPaidFor, type PaidFor } from '../payment/paid-for.queries.ts';
import { insertFraudWarning } from './fraud-warning.queries.ts';

/**
 * Records what the provider says about a fraud warning of a succeeded payment, once, with the event
 * `payment.fraud_warned`.
 */
export async function recordFraudWarning(
  tx: Tx,
  payment: PaymentKey,
  warning: RecordedFraudWarning,
  now: Date,
): Promise<void> {
  const [[sold], [paid]] = await Promise.all([
    findSoldOrder(tx, payment, now),
    findPaidFor(tx, payment),
  ]);
  if (!sold || !paid) throw new Error('A payment reported as fraud has lost its order');
  const { storeId, environment, paymentId, storeName, at } = sold;
  const { reference, reason } = warning;
  const scope = { storeId, environment };
  const facts = { id: newUuid(now), paymentId, reference, reason, createdAt: at };
  const made = await insertFraudWarning(tx, { ...scope, ...facts });
  if (made.length === 0) return;
  const eventId = encodeId('PAY', paymentId);
  const data = eventData(sold, paid, warning);
  const event = { type: 'payment.fraud_warned', eventId, data, storeName, occurredAt: at } as const;
  await recordEvent(tx, { ...scope, ...event }, now);
}

/** `data` of the event: the payment's, with what the bank says (docs/contract/payments.md#fraud-warnings). */
function eventData(
  sold: SoldOrder,
  { paidAt, trialMinor }: PaidFor,
  { reason, isActionable }: RecordedFraudWarning,
): Readonly<Record<string, unknown>> {
  const { periodNumber } = sold;
  return {
    ...paymentEventData({ ...sold, ...priceOf(sold, trialMinor) }, paidAt),
    ...(periodNumber === null ? {} : { periodNumber }),
    ...{ fraudWarningReason: reason, isActionable },
  };
}
