import type { ChargeDeclined, ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';

/**
 * The effects of a payment's outcome for one kind of product, put together in `sales.ts`. Each sale
 * is called for every payment; its first statement, which shares a round trip with the payment's
 * own, finds out whether the order is of its kind.
 */
export interface Sale {
  paid(tx: Tx, payment: PaidPayment, now: Date): Promise<void>;
  failed(tx: Tx, payment: FailedPayment, now: Date): Promise<void>;
}

export interface PaidPayment extends PaymentKey {
  readonly outcome: ChargeSucceeded;
  /** The order as of the end of the round trip; null if the payment was already recorded. */
  readonly sold: () => Promise<SoldOrder | null>;
}

export interface FailedPayment extends PaymentKey {
  readonly outcome: ChargeDeclined;
}
