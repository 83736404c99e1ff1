import { randomBytes } from 'node:crypto';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { CHARGE_DISPUTED, type RefundOutcome, type RefundRequest } from '../../contract/refund.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { LATE_MS } from './plan-charge.ts';
import { type CardCharge, findCardCharge } from './sandbox.queries.ts';
import { insertCallback } from './sandbox-callback.queries.ts';
import { isHeldBack } from './sandbox-disputes.ts';
import {
  endSandboxRefund,
  findSandboxRefund,
  insertSandboxRefund,
  listUnrequestedRefunds,
  returnSandboxRefund,
  type SandboxRefund,
  takeFromCharge,
} from './sandbox-refund.queries.ts';
import type { CardBehavior } from './test-cards.ts';

const DECLINED = 'refund_declined';
/** What the callback about a refund reports, for cards whose refunds have one. */
const LATER: Readonly<Partial<Record<CardBehavior, string>>> = {
  refund_later: 'refund.succeeded',
  return_refunds: 'refund.failed',
};

/** The sandbox's refunds: once per ID, and never more in total than was charged. */
export function createSandboxRefunds(
  database: Database,
): Pick<PaymentProvider, 'refund' | 'settleRefund' | 'listExternalRefunds'> {
  return {
    refund: (request) =>
      database.transaction(async (tx) => {
        const reference = `re_sandbox_${randomBytes(16).toString('base64url')}`;
        const [mine] = await insertSandboxRefund(tx, request, reference);
        if (mine) await decide(tx, request);
        const outcome = await readOutcome(tx, request.refundId);
        if (!outcome) throw new Error('The sandbox lost a refund');
        return outcome;
      }),
    settleRefund: async ({ refundId, paymentId, now }) => {
      // A pending refund has succeeded by the time of the query.
      await endSandboxRefund(database, refundId, 'succeeded', null);
      const [charge] = await findCardCharge(database, paymentId);
      if (charge?.behavior === 'return_refunds') {
        await returnSandboxRefund(database, refundId, addMs(now, -LATE_MS), DECLINED);
      }
      return readOutcome(database, refundId);
    },
    listExternalRefunds: ({ paymentId, now }) =>
      database.transaction(async (tx) => {
        const [charge] = await findCardCharge(tx, paymentId);
        if (charge) await refundExternally(tx, charge, paymentId, now);
        const found = await listUnrequestedRefunds(tx, paymentId);
        return found.map(({ currency, amountMinor, ...refund }) => ({
          reference: refund.reference,
          amount: { currency, amountMinor },
          outcome: outcomeOf(refund),
        }));
      }),
  };
}

/** Makes the refund that such a card has by now; its own reference takes the place of our ID. */
async function refundExternally(
  tx: Queryable,
  { behavior, reference: chargeReference, currency, amountMinor, createdAt }: CardCharge,
  paymentId: string,
  now: Date,
): Promise<void> {
  const refundedAt = addMs(createdAt, LATE_MS);
  if (behavior !== 'refund_externally' || now < refundedAt) return;
  const refundId = `re_${chargeReference}`;
  const amount = { currency, amountMinor };
  const request = { refundId, paymentId, chargeReference, amount, now: refundedAt };
  const [made] = await insertSandboxRefund(tx, request, refundId);
  if (made) await take(tx, request);
}

async function decide(tx: Queryable, request: RefundRequest): Promise<void> {
  const { refundId, paymentId } = request;
  const [charge] = await findCardCharge(tx, paymentId);
  if (!charge) return endSandboxRefund(tx, refundId, 'failed', 'charge_not_found');
  if (isHeldBack(charge, request.now)) {
    return endSandboxRefund(tx, refundId, 'failed', CHARGE_DISPUTED);
  }
  if (charge.behavior === 'fail_refunds') {
    return endSandboxRefund(tx, refundId, 'failed', DECLINED);
  }
  const { behavior } = charge;
  await refundExternally(tx, charge, paymentId, request.now);
  if (!(await take(tx, request, behavior === 'refund_later'))) return;
  const type = LATER[behavior];
  if (!type) return;
  const told = { subject: 'refund', subjectId: refundId, type } as const;
  await insertCallback(tx, told, addMs(request.now, LATE_MS));
}

/** Takes a pending refund's amount from the charge and ends it; false if too little is left. */
async function take(tx: Queryable, request: RefundRequest, endsLater = false): Promise<boolean> {
  const { refundId } = request;
  const [taken] = await takeFromCharge(tx, request);
  if (!taken) await endSandboxRefund(tx, refundId, 'failed', 'amount_exceeds_charge');
  else if (!endsLater) await endSandboxRefund(tx, refundId, 'succeeded', null);
  return taken !== undefined;
}

async function readOutcome(db: Queryable, refundId: string): Promise<RefundOutcome | null> {
  const [refund] = await findSandboxRefund(db, refundId);
  return refund ? outcomeOf(refund) : null;
}

function outcomeOf({ status, reference, failureReason }: SandboxRefund): RefundOutcome {
  if (status !== 'failed') return { status, reference };
  return { status, reason: failureReason ?? DECLINED, reference };
}
