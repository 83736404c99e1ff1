import type { ChargeDeclined, ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { Charged, PaymentKey, PaymentKeys } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';

/**
 * The effects of a payment's outcome for one kind of product, put together in `sales.ts`. Each sale
 * is called for all payments; its first statement, which shares a round trip with the payments'
 * own, finds out which orders are of its kind.
 */
export interface Sale {
  paid(tx: Tx, payments: PaidPayments, now: Date): Promise<void>;
  failed(tx: Tx, payment: FailedPayment, now: Date): Promise<void>;
}

export interface PaidPayments extends PaymentKeys {
  readonly charges: readonly Charged<ChargeSucceeded>[];
  /** The orders as of the end of the round trip, except of payments that were already recorded. */
  readonly sold: () => Promise<readonly SoldOrder[]>;
}

export interface FailedPayment extends PaymentKey {
  readonly outcome: ChargeDeclined;
}
