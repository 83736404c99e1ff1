import type { RecordedDispute } from '../../contract/dispute.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Queryable } from '../../database/database.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { chargesOfCards } from './list-charges.ts';
import { type CardCharge, findCardCharge } from './sandbox.queries.ts';
import { type CardBehavior, DISPUTES } from './test-cards.ts';

/** Milliseconds from a charge to its dispute, and to the bank's decision. */
export const DISPUTED_MS = 3_000;
export const DECIDED_MS = 63_000;
/** Days in which a merchant would have to respond. */
const RESPONSE_DAYS = 7;

/** The disputes of test cards: nothing is stored, because the charge's time determines them. */
export function createSandboxDisputes(
  db: Queryable,
): Pick<PaymentProvider, 'listDisputes' | 'listNewDisputes'> {
  return {
    listDisputes: async ({ paymentId, now }) => {
      const [charge] = await findCardCharge(db, paymentId);
      const dispute = charge && disputeOf(charge, now);
      return dispute ? [dispute] : [];
    },
    listNewDisputes: async function* (from, to) {
      const behaviors = Object.keys(DISPUTES) as CardBehavior[];
      const charged = [addMs(from, -DISPUTED_MS), addMs(to, -DISPUTED_MS)] as const;
      for await (const { paymentId, ...charge } of chargesOfCards(db, behaviors, ...charged)) {
        const dispute = disputeOf(charge, to);
        if (dispute) yield { paymentId, ...dispute };
      }
    },
  };
}

/** Whether the bank withholds the charge's amount, or has returned it to the buyer. */
export function isHeldBack(charge: CardCharge, now: Date): boolean {
  return ['open', 'lost'].includes(disputeOf(charge, now)?.status ?? '');
}

function disputeOf(charge: CardCharge, now: Date): RecordedDispute | null {
  const { behavior, reference, currency, amountMinor, createdAt } = charge;
  const planned = DISPUTES[behavior];
  const openedAt = addMs(createdAt, DISPUTED_MS);
  if (!planned || now < openedAt) return null;
  const { reason, endsAs } = planned;
  const shared = { reference: `dp_${reference}`, reason, amount: { currency, amountMinor } };
  if (now >= addMs(createdAt, DECIDED_MS)) return { ...shared, status: endsAs, respondBy: null };
  return { ...shared, status: 'open', respondBy: addMs(openedAt, RESPONSE_DAYS * DAY_MS) };
}
