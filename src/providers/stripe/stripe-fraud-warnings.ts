import type Stripe from 'stripe';
import type { SuccessfulCharge } from '../../contract/charge.ts';
import type { ListedFraudWarning, RecordedFraudWarning } from '../../contract/fraud-warning.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { listNewReports } from './new-reports.ts';

/** Warnings in one page of a list. */
const PAGE = 100;

/** Early fraud warnings at Stripe (https://docs.stripe.com/api/radar/early_fraud_warnings). */
export function createStripeFraudWarnings(
  stripe: Stripe,
): Pick<PaymentProvider, 'listFraudWarnings' | 'listNewFraudWarnings'> {
  return {
    listFraudWarnings: async ({ chargeReference }: SuccessfulCharge) => {
      if (chargeReference === null) return [];
      const found: RecordedFraudWarning[] = [];
      const given = { payment_intent: chargeReference, limit: PAGE };
      for await (const warning of stripe.radar.earlyFraudWarnings.list(given)) {
        found.push(recorded(warning));
      }
      return found;
    },
    listNewFraudWarnings: (from, to) => listNew(stripe, from, to),
  };
}

async function* listNew(stripe: Stripe, from: Date, to: Date): AsyncGenerator<ListedFraudWarning> {
  const list = (given: Stripe.Radar.EarlyFraudWarningListParams) =>
    stripe.radar.earlyFraudWarnings.list(given);
  for await (const [paymentId, warning] of listNewReports(list, from, to)) {
    yield { paymentId, ...recorded(warning) };
  }
}

function recorded({
  id: reference,
  fraud_type: reason,
  actionable: isActionable,
}: Stripe.Radar.EarlyFraudWarning): RecordedFraudWarning {
  return { reference, reason, isActionable };
}
