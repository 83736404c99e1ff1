import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import { updateRefundStatus } from '../payment/payment.queries.ts';
import { insertRefund } from './refund.queries.ts';

/** The job that a new refund wakes. */
export const EXECUTE_REFUNDS_JOB = 'execute-refunds';

export interface ProcessingTicket {
  readonly ticketId: Id<'TKT'>;
  /** Locked by the transaction; `at` is its store's time. */
  readonly payment: PaymentKey & { readonly at: Date };
  readonly now: Date;
}

/**
 * Records the refund of a ticket in `processing`, under the ID that the provider will see. Once
 * this is committed, `execute-refunds` calls the provider.
 */
export async function startRefund(
  tx: Tx,
  { ticketId, payment, now }: ProcessingTicket,
): Promise<void> {
  const refund = { id: newId('REF', now), dueAt: now, createdAt: payment.at };
  await Promise.all([
    insertRefund(tx, { id: ticketId, storeId: payment.storeId }, refund),
    updateRefundStatus(tx, payment, now),
  ]);
  tx.wake(EXECUTE_REFUNDS_JOB);
}
