import { randomBytes } from 'node:crypto';
import {
  CHARGE_DISPUTED,
  type PaymentProvider,
  type RefundOutcome,
  type RefundRequest,
} from '../../contract/payment-provider.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { LATE_MS } from './plan-charge.ts';
import { findCardCharge } from './sandbox.queries.ts';
import { insertCallback } from './sandbox-callback.queries.ts';
import { isHeldBack } from './sandbox-disputes.ts';
import {
  endSandboxRefund,
  findSandboxRefund,
  insertSandboxRefund,
  returnSandboxRefund,
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
): Pick<PaymentProvider, 'refund' | 'settleRefund'> {
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
  };
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
  const [taken] = await takeFromCharge(tx, request);
  if (!taken) return endSandboxRefund(tx, refundId, 'failed', 'amount_exceeds_charge');
  const { behavior } = charge;
  if (behavior !== 'refund_later') await endSandboxRefund(tx, refundId, 'succeeded', null);
  const type = LATER[behavior];
  if (!type) return;
  const told = { subject: 'refund', subjectId: refundId, type } as const;
  await insertCallback(tx, told, addMs(request.now, LATE_MS));
}

async function readOutcome(db: Queryable, refundId: string): Promise<RefundOutcome | null> {
  const [refund] = await findSandboxRefund(db, refundId);
  if (!refund) return null;
  const { status, reference, failureReason } = refund;
  if (status !== 'failed') return { status, reference };
  return { status, reason: failureReason ?? DECLINED, reference };
}
