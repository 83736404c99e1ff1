import type { PaymentKey } from '../../contract/ports.ts';
import type { ExternalRefund } from '../../contract/refund.ts';
import { sourcesOf } from '../../contract/states.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newId, newUuid } from '../../kit/id.ts';
import { decideTicket } from './decide-ticket.ts';
import { endRefund } from './end-refund.ts';
import {
  findExternalRefund,
  listReviewableTickets,
  lockPaymentRefundedExternally,
  type RefundedPayment,
} from './external-refund.queries.ts';
import { REFUND_MOVES } from './refund.states.ts';
import { insertTicket } from './refund-ticket.queries.ts';
import { startRefund } from './start-refund.ts';

/** The reason of a refund that was made at the provider. */
const REASON = 'Refunded at the payment provider';
/** The note on tickets for which too little is left then. */
const NOTE = 'The payment was refunded at the payment provider, in full or in part';

/**
 * Records what the provider says about a refund that was made there: once as the merchant's own, and
 * once how it ended. One that has failed before it is recorded isn't. Throws if refunds of ours that
 * are processing leave too little of the payment: the provider has refused them, or will.
 */
export async function recordExternalRefund(
  tx: Tx,
  key: PaymentKey,
  recorded: ExternalRefund,
  now: Date,
): Promise<void> {
  const [payment] = await lockPaymentRefundedExternally(tx, key, now);
  if (!payment) throw new Error('A refunded payment is gone');
  const { reference, outcome } = recorded;
  const [known] = await findExternalRefund(tx, key, reference);
  if (!known && outcome.status === 'failed') return;
  const refund = known ?? {
    ...{ id: await openRefund(tx, payment, recorded, now), status: 'pending' },
    ...{ storeId: key.storeId, paymentId: key.id },
  };
  if (outcome.status === 'pending' || outcome.status === refund.status) return;
  await endRefund(tx, refund, outcome, now, sourcesOf(REFUND_MOVES, outcome.status));
}

async function openRefund(
  tx: Tx,
  payment: RefundedPayment,
  { reference, amount }: ExternalRefund,
  now: Date,
): Promise<Id<'REF'>> {
  await freeAmount(tx, payment, amount.amountMinor);
  const { id: paymentId, storeId, environment, ownerId, at } = payment;
  const ticketId = newId('TKT', now);
  await insertTicket(
    tx,
    {
      ...{ id: ticketId, storeId, environment, paymentId, status: 'processing' },
      ...{ submitterIdentity: null, submitterMerchantId: ownerId },
      ...{ metadata: {}, merchantExternalId: null },
    },
    { id: newUuid(now), reason: REASON, createdAt: at, ...amount },
  );
  return startRefund(tx, { ticketId, payment, now, externalReference: reference });
}

/** Returns tickets that await a decision, newest first, until the amount is left. */
async function freeAmount(tx: Tx, payment: RefundedPayment, amountMinor: bigint): Promise<void> {
  const { storeId, at } = payment;
  let { leftMinor } = payment;
  if (leftMinor >= amountMinor) return;
  for (const { id, amountMinor: claimedMinor } of await listReviewableTickets(tx, payment)) {
    const review = { decision: 'return', merchantId: null, note: NOTE, at } as const;
    await decideTicket(tx, { id, storeId }, review);
    leftMinor += claimedMinor;
    if (leftMinor >= amountMinor) return;
  }
  throw new Error('Refunds in progress leave too little for one that was made at the provider');
}
