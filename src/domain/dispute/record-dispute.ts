import type { RecordedDispute } from '../../contract/dispute.ts';
import type { PaymentKey } from '../../contract/ports.ts';
import { makeMove } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { queueMerchantMail } from '../../events/queue-mail.ts';
import { encodeId, newUuid } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { recordDisputeInLedger } from '../ledger/ledger.queries.ts';
import { findSoldOrder, type SoldOrder } from '../order/sold-order.queries.ts';
import { lockRunningSuccessor } from '../subscription/lock-running-successor.ts';
import { isCharging } from '../subscription/order-access.queries.ts';
import { endSubscription } from '../subscription/record-failure.ts';
import { endScheduledChange } from '../subscription/scheduled-change.ts';
import { RENEWAL_JOB, type Subscription } from '../subscription/subscription.ts';
import { insertDispute, lockDispute, markDisputeEnded, updateDeadline } from './dispute.queries.ts';
import { DISPUTE_MOVES } from './dispute.states.ts';

/** A disputed payment, and the subscription that it was for, if that still runs. */
interface Disputed {
  readonly sold: SoldOrder;
  readonly subscription: Subscription | null;
}

/**
 * Records what the provider says about a dispute of a succeeded payment: once that it was filed, its
 * deadline whenever that changes, and once how it ended. `knownDeadline` is the one recorded before
 * the provider was asked. A subscription doesn't renew while it is open, and ends if it is lost. Returns
 * false if it can't end yet, because a charge of it is in progress; the dispute stays open until the
 * call is repeated. Throws if the deadline has changed since the provider was asked.
 */
export async function recordDispute(
  tx: Tx,
  payment: PaymentKey,
  recorded: RecordedDispute,
  now: Date,
  knownDeadline: Date | null = null,
): Promise<boolean> {
  const [sold] = await findSoldOrder(tx, payment, now);
  if (!sold) throw new Error('A disputed payment has lost its order');
  // Locked before the dispute, as by a plan change.
  const subscription =
    sold.kind === 'subscription'
      ? await lockRunningSuccessor(tx, sold.storeId, sold.orderId, now)
      : null;
  const disputed = { sold, subscription };
  // The provider knows no test clocks.
  const offsetMs = sold.at.getTime() - now.getTime();
  const dispute = {
    ...recorded,
    respondBy: recorded.respondBy && addMs(recorded.respondBy, offsetMs),
  };
  const isNew = await openDispute(tx, disputed, dispute, now);
  if (recorded.status === 'open') {
    if (!isNew) await changeDeadline(tx, payment, dispute, knownDeadline);
    return true;
  }
  if (recorded.status === 'lost' && subscription) {
    if (await isCharging(tx, sold.storeId, subscription.orderId)) return false;
  }
  await endDispute(tx, disputed, recorded, now);
  return true;
}

/** Records a dispute as filed; returns false if it is known. */
async function openDispute(
  tx: Tx,
  { sold, subscription }: Disputed,
  { reference, status, reason, amount, respondBy }: RecordedDispute,
  now: Date,
): Promise<boolean> {
  const { storeId, environment, paymentId, at } = sold;
  const id = newUuid(now);
  const made = await insertDispute(tx, {
    ...{ id, storeId, environment, paymentId, reference, reason, ...amount, createdAt: at },
    ...{ subscriptionOrderId: subscription?.orderId ?? null, respondBy, returnId: newUuid(now) },
  });
  if (made.length === 0) return false;
  await recordDisputeInLedger(tx, { id, storeId }, 'takes', now);
  const content = {
    orderId: encodeId('ORD', sold.orderId),
    productName: sold.productName,
    amount: formatAmount(amount.amountMinor, amount.currency),
    currency: amount.currency,
    buyerEmail: sold.buyerEmail,
    disputeReason: reason.replaceAll('_', ' '),
    disputeStatus: status,
    stoppedOrderId: subscription && encodeId('ORD', subscription.orderId),
    respondBy: respondBy && toIso(respondBy),
  };
  const mail = { storeId, environment, type: 'payment.disputed', occurrence: `dispute/${id}` };
  const subjectId = encodeId('PAY', paymentId);
  await queueMerchantMail(tx, { ...mail, subjectId, content, switch: 'notifyChargeback' }, now);
  return true;
}

/** Callbacks that read different deadlines may get here in any order; the provider repeats one. */
async function changeDeadline(
  tx: Tx,
  payment: PaymentKey,
  { reference, respondBy }: RecordedDispute,
  knownDeadline: Date | null,
): Promise<void> {
  const [dispute] = await lockDispute(tx, payment, reference);
  if (dispute?.status !== 'open' || isSameTime(dispute.respondBy, respondBy)) return;
  if (!isSameTime(dispute.respondBy, knownDeadline)) {
    throw new Error('The deadline of a dispute has changed meanwhile');
  }
  await updateDeadline(tx, dispute, respondBy);
}

function isSameTime(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}

async function endDispute(
  tx: Tx,
  { sold, subscription }: Disputed,
  { reference, status }: RecordedDispute,
  now: Date,
): Promise<void> {
  const { storeId, paymentId: id, at } = sold;
  const [dispute] = await lockDispute(tx, { id, storeId }, reference);
  if (!dispute) throw new Error('A dispute has been lost');
  const { status: from } = dispute;
  const change = () => markDisputeEnded(tx, dispute, status, at);
  // No event is about disputes.
  const record = async () => {};
  const moved = await makeMove(DISPUTE_MOVES, { from, to: status }, { change, record });
  if (moved.length === 0) return;
  if (status === 'won') {
    await recordDisputeInLedger(tx, dispute, 'gives back', now);
    return tx.wake(RENEWAL_JOB);
  }
  if (subscription === null) return;
  await endScheduledChange(tx, subscription, 'canceled');
  await endSubscription(tx, subscription, now);
}
