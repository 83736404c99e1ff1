import type { PaymentRecords } from '../../contract/ports.ts';
import type { ProductKind } from '../product/product.ts';
import { completePayment } from './complete-payment.ts';
import { failPayment } from './fail-payment.ts';
import type { Sale } from './sale.ts';

/** Creates the functions that record charges, given the effects for each kind of product. */
export function createPaymentRecords(byKind: Readonly<Record<ProductKind, Sale>>): PaymentRecords {
  const sales = Object.values(byKind);
  return {
    succeed: (tx, payment, outcome, now) => completePayment(sales, tx, payment, outcome, now),
    fail: (tx, payment, outcome, now) => failPayment(sales, tx, payment, outcome, now),
  };
}
