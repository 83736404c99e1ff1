import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { findCardCharge } from './sandbox.queries.ts';

/** Milliseconds from a charge to the warning of the buyer's bank. */
export const WARNED_MS = 3_000;
const REASON = 'made_with_stolen_card';

/** The fraud warnings of a test card: nothing is stored, because the charge's time determines them. */
export function createSandboxFraudWarnings(
  db: Queryable,
): Pick<PaymentProvider, 'listFraudWarnings'> {
  return {
    listFraudWarnings: async ({ paymentId, now }) => {
      const [charge] = await findCardCharge(db, paymentId);
      if (charge?.behavior !== 'warn_of_fraud') return [];
      const { reference, amountMinor, refundedMinor, createdAt } = charge;
      if (now < addMs(createdAt, WARNED_MS)) return [];
      const isActionable = refundedMinor < amountMinor;
      return [{ reference: `issfr_${reference}`, reason: REASON, isActionable }];
    },
  };
}
