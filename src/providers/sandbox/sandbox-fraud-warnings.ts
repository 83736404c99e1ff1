import type { RecordedFraudWarning } from '../../contract/fraud-warning.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { chargesOfCards } from './list-charges.ts';
import { type CardCharge, findCardCharge } from './sandbox.queries.ts';

/** Milliseconds from a charge to the warning of the buyer's bank. */
export const WARNED_MS = 3_000;
const WARNED = 'warn_of_fraud';
const REASON = 'made_with_stolen_card';

/** The fraud warnings of a test card: nothing is stored, because the charge's time determines them. */
export function createSandboxFraudWarnings(
  db: Queryable,
): Pick<PaymentProvider, 'listFraudWarnings' | 'listNewFraudWarnings'> {
  return {
    listFraudWarnings: async ({ paymentId, now }) => {
      const [charge] = await findCardCharge(db, paymentId);
      if (charge?.behavior !== WARNED || now < addMs(charge.createdAt, WARNED_MS)) return [];
      return [warningOf(charge)];
    },
    listNewFraudWarnings: async function* (from, to) {
      const charged = [addMs(from, -WARNED_MS), addMs(to, -WARNED_MS)] as const;
      for await (const { paymentId, ...charge } of chargesOfCards(db, [WARNED], ...charged)) {
        yield { paymentId, ...warningOf(charge) };
      }
    },
  };
}

function warningOf({ reference, amountMinor, refundedMinor }: CardCharge): RecordedFraudWarning {
  const isActionable = refundedMinor < amountMinor;
  return { reference: `issfr_${reference}`, reason: REASON, isActionable };
}
