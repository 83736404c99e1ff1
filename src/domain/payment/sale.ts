import type { ChargeDeclined, ChargeSucceeded } from '../../contract/payment-provider.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';

/**
 * What follows for one kind of product when an order's payment has ended; `sales.ts` puts them
 * together. Each is asked about every payment and finds out by its first statement, which shares a
 * round trip with the payment's own, whether the order is of its kind.
 */
export interface Sale {
  paid(tx: Tx, payment: PaidPayment, now: Date): Promise<void>;
  failed(tx: Tx, payment: FailedPayment, now: Date): Promise<void>;
}

export interface PaidPayment extends PaymentKey {
  readonly outcome: ChargeSucceeded;
  /** The order as it is once the round trip has ended; null: another recorded the payment before. */
  readonly sold: () => Promise<SoldOrder | null>;
}

export interface FailedPayment extends PaymentKey {
  readonly outcome: ChargeDeclined;
}
