import type { PaymentRecords } from './contract/ports.ts';
import { onetimeSale } from './domain/payment/onetime-sale.ts';
import { createPaymentRecords } from './domain/payment/payment-records.ts';
import { planChangeSale } from './domain/plan-change/switch-plan.ts';
import { subscriptionSale } from './domain/subscription/subscription-sale.ts';

/** What happens when an order's payment has ended, depending on what was sold. */
export const payments: PaymentRecords = createPaymentRecords({
  onetime: onetimeSale,
  subscription: subscriptionSale(planChangeSale),
});
