import type { RecordedDispute } from '../../contract/dispute.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { type DisputedCardCharge, findDisputedCharge } from './sandbox.queries.ts';

/** Milliseconds from a charge to its dispute, and to the bank's decision. */
export const DISPUTED_MS = 3_000;
export const DECIDED_MS = 63_000;
/** Days in which a merchant would have to answer. */
const ANSWER_DAYS = 7;

/** The disputes of test cards: nothing is stored, because the charge's time determines them. */
export function createSandboxDisputes(db: Queryable): Pick<PaymentProvider, 'listDisputes'> {
  return {
    listDisputes: async ({ paymentId, now }) => {
      const [charge] = await findDisputedCharge(db, paymentId);
      const dispute = charge && disputeOf(charge, now);
      return dispute ? [dispute] : [];
    },
  };
}

/** Whether the bank holds the charge's amount, or has returned it to the buyer. */
export function isHeldBack(charge: DisputedCardCharge, now: Date): boolean {
  return ['open', 'lost'].includes(disputeOf(charge, now)?.status ?? '');
}

function disputeOf(charge: DisputedCardCharge, now: Date): RecordedDispute | null {
  const { behavior, reference, currency, amountMinor, createdAt } = charge;
  const openedAt = addMs(createdAt, DISPUTED_MS);
  if (now < openedAt) return null;
  const isLost = behavior === 'dispute_lost';
  const shared = {
    reference: `dp_${reference}`,
    reason: isLost ? 'fraudulent' : 'product_not_received',
    amount: { currency, amountMinor },
  };
  if (now < addMs(createdAt, DECIDED_MS)) {
    return { ...shared, status: 'open', respondBy: addMs(openedAt, ANSWER_DAYS * DAY_MS) };
  }
  return { ...shared, status: isLost ? 'lost' : 'won', respondBy: null };
}
