import type { Move } from '../../contract/states.ts';

/** The legal moves (docs/contract/states.md#refund-ticket). */
export type RefundTicketStatus =
  | 'pending'
  | 'under_review'
  | 'approved'
  | 'rejected'
  | 'returned'
  | 'processing'
  | 'succeeded'
  | 'failed';

/** The moves of a refund ticket; the database refuses any other. */
export const REFUND_TICKET_MOVES: readonly Move<RefundTicketStatus>[] = [
  { from: 'pending', to: 'under_review' },
  { from: 'under_review', to: 'approved' },
  { from: 'under_review', to: 'rejected' },
  { from: 'under_review', to: 'returned' },
  { from: 'approved', to: 'processing' },
  { from: 'processing', to: 'succeeded' },
  { from: 'processing', to: 'failed' },
  // Its refund failed after it succeeded.
  { from: 'succeeded', to: 'failed' },
  // Resubmitted by the customer.
  { from: 'rejected', to: 'pending' },
  { from: 'returned', to: 'pending' },
  { from: 'failed', to: 'pending' },
  // Resubmitted by the merchant, whose own tickets need no review.
  { from: 'rejected', to: 'processing' },
  { from: 'returned', to: 'processing' },
  { from: 'failed', to: 'processing' },
];

/** The states from which a ticket can be resubmitted (docs/contract/refunds.md). */
export const RESUBMITTABLE: readonly string[] = ['rejected', 'returned', 'failed'];

/** The states in which a ticket awaits the merchant's decision. */
export const REVIEWABLE: readonly string[] = ['pending', 'under_review'];

export type ReviewDecision = 'approve' | 'reject' | 'return';

/** The moves of a decision, in order; an approved ticket is processed immediately. */
export const STEPS_OF_DECISION: Readonly<Record<ReviewDecision, readonly RefundTicketStatus[]>> = {
  approve: ['under_review', 'approved', 'processing'],
  reject: ['under_review', 'rejected'],
  return: ['under_review', 'returned'],
};
