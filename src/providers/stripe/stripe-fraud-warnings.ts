import type Stripe from 'stripe';
import type { SuccessfulCharge } from '../../contract/charge.ts';
import type { RecordedFraudWarning } from '../../contract/fraud-warning.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';

/** Warnings in one page of a list. */
const PAGE = 100;

/** Early fraud warnings at Stripe (https://docs.stripe.com/api/radar/early_fraud_warnings). */
export function createStripeFraudWarnings(
  stripe: Stripe,
): Pick<PaymentProvider, 'listFraudWarnings'> {
  return {
    listFraudWarnings: async ({ chargeReference }: SuccessfulCharge) => {
      if (chargeReference === null) return [];
      const found: RecordedFraudWarning[] = [];
      const given = { payment_intent: chargeReference, limit: PAGE };
      for await (const warning of stripe.radar.earlyFraudWarnings.list(given)) {
        const { id: reference, fraud_type: reason, actionable: isActionable } = warning;
        found.push({ reference, reason, isActionable });
      }
      return found;
    },
  };
}
