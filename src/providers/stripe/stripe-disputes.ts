import type Stripe from 'stripe';
import type { SuccessfulCharge } from '../../contract/charge.ts';
import type { ListedDispute, RecordedDispute } from '../../contract/dispute.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { listNewReports } from './new-reports.ts';
import { fromStripeAmount } from './stripe-amount.ts';

/** Disputes in one page of a list. */
const PAGE = 100;
/**
 * How a dispute ended; `prevented`: the money went back before the bank decided; `appeal_…`: it was
 * lost, and still is while the merchant appeals.
 */
const ENDINGS: Readonly<Record<string, 'won' | 'lost'>> = {
  won: 'won',
  lost: 'lost',
  prevented: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
};

/** Disputes at Stripe, without those that move no money. */
export function createStripeDisputes(
  stripe: Stripe,
): Pick<PaymentProvider, 'listDisputes' | 'listNewDisputes'> {
  return {
    listDisputes: async ({ chargeReference }: SuccessfulCharge) => {
      if (chargeReference === null) return [];
      const found: RecordedDispute[] = [];
      const given = { payment_intent: chargeReference, limit: PAGE };
      for await (const dispute of stripe.disputes.list(given)) {
        if (movesMoney(dispute)) found.push(recorded(dispute));
      }
      return found;
    },
    listNewDisputes: (from, to) => listNew(stripe, from, to),
  };
}

async function* listNew(stripe: Stripe, from: Date, to: Date): AsyncGenerator<ListedDispute> {
  const reports = listNewReports((given) => stripe.disputes.list(given), from, to);
  for await (const [paymentId, dispute] of reports) {
    if (movesMoney(dispute)) yield { paymentId, ...recorded(dispute) };
  }
}

/** Inquiries don't, nor do disputes that Stripe blocked before the bank could file them. */
function movesMoney({ status, payment_method_details: details }: Stripe.Dispute): boolean {
  return !status.startsWith('warning_') && details?.card?.case_type !== 'block';
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
  // 0 if the bank takes no response.
  const dueBy = ending ? null : answer.due_by || null;
  return {
    ...{ reference: id, status: ending ?? 'open', reason, amount: { amountMinor, currency } },
    respondBy: dueBy === null ? null : new Date(dueBy * 1_000),
  };
}
