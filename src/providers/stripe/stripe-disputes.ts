import type Stripe from 'stripe';
import type { DisputedCharge, RecordedDispute } from '../../contract/dispute.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { fromStripeAmount } from './stripe-amount.ts';

/** Disputes in one page of a list. */
const PAGE = 100;
/** How a dispute ended; `prevented`: the money went back before the bank decided. */
const ENDINGS: Readonly<Record<string, 'won' | 'lost'>> = {
  won: 'won',
  lost: 'lost',
  prevented: 'lost',
};

/** Disputes at Stripe. Inquiries (`warning_…`), which move no money, are none. */
export function createStripeDisputes(stripe: Stripe): Pick<PaymentProvider, 'listDisputes'> {
  return {
    listDisputes: async ({ chargeReference }: DisputedCharge) => {
      if (chargeReference === null) return [];
      const found: RecordedDispute[] = [];
      const given = { payment_intent: chargeReference, limit: PAGE };
      for await (const dispute of stripe.disputes.list(given)) {
        if (!dispute.status.startsWith('warning_')) found.push(recorded(dispute));
      }
      return found;
    },
  };
}

function recorded({
  id,
  status,
  reason,
  amount,
  currency: code,
  evidence_details: answer,
}: Stripe.Dispute): RecordedDispute {
  const currency = code.toUpperCase();
  const amountMinor = fromStripeAmount(amount, currency);
  if (amountMinor === null) throw new Error(`Stripe disputes a fraction of a minor unit: ${id}`);
  const ending = ENDINGS[status];
  const dueBy = ending ? null : answer.due_by;
  return {
    ...{ reference: id, status: ending ?? 'open', reason, amount: { amountMinor, currency } },
    respondBy: dueBy === null ? null : new Date(dueBy * 1_000),
  };
}
