import type { PaymentKey } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newId } from '../../kit/id.ts';
import { HOUR_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { updateRefundStatus } from '../payment/payment.queries.ts';
import { insertRefund } from './refund.queries.ts';

/** The job that a new refund wakes. */
export const EXECUTE_REFUNDS_JOB = 'execute-refunds';

export interface ProcessingTicket {
  readonly ticketId: Id<'TKT'>;
  /** Locked by the transaction; `at` is its store's time. */
  readonly payment: PaymentKey & { readonly at: Date };
  readonly now: Date;
  /** The provider's own ID of a refund that was made there, not by us. */
  readonly externalReference?: string;
}

/** Callbacks report how a refund made at the provider ends; a worker asks for lost ones after this. */
const EXTERNAL_LEASE_MS = HOUR_MS;

/**
 * Records the refund of a ticket in `processing`, under the ID that the provider will see; returns
 * that ID. Once this is committed, `execute-refunds` calls the provider.
 */
export async function startRefund(
  tx: Tx,
  { ticketId, payment, now, externalReference }: ProcessingTicket,
): Promise<Id<'REF'>> {
  const id = newId('REF', now);
  const dueAt = externalReference === undefined ? now : addMs(now, EXTERNAL_LEASE_MS);
  const refund = {
    ...{ id, dueAt, createdAt: payment.at },
    externalReference: externalReference ?? null,
  };
  await Promise.all([
    insertRefund(tx, { id: ticketId, storeId: payment.storeId }, refund),
    updateRefundStatus(tx, payment, now),
  ]);
  tx.wake(EXECUTE_REFUNDS_JOB);
  return id;
}
