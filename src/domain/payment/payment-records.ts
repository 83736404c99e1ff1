import type { PaymentRecords } from '../../contract/ports.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import type { ProductKind } from '../product/product.ts';
import { completePayments } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';
import type { Sale } from './sale.ts';

/** Creates the functions that record charges, given the effects for each kind of product. */
export function createPaymentRecords(byKind: Readonly<Record<ProductKind, Sale>>): PaymentRecords {
  const sales = Object.values(byKind);
  return {
    succeed: async (tx, { id, storeId }, outcome, now) => {
      const [order] = await completePayments(sales, tx, storeId, [{ id, outcome }], now);
      return (order as SoldOrder).orderId;
    },
    succeedAll: async (tx, storeId, charges, now) => {
      await completePayments(sales, tx, storeId, charges, now);
    },
    fail: (tx, payment, outcome, now) => failPayment(sales, tx, payment, outcome, now),
  };
}
