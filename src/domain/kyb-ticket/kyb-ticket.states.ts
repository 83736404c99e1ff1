import type { Move } from '../../contract/states.ts';

/** The legal moves (docs/contract/states.md#kyb-ticket). */
export type KybTicketStatus = 'pending' | 'processing' | 'succeeded' | 'rejected';

/** The moves of a KYB ticket, all made by the operator; the database refuses any other. */
export const KYB_TICKET_MOVES: readonly Move<KybTicketStatus>[] = [
  { from: 'pending', to: 'processing' },
  { from: 'processing', to: 'succeeded' },
  { from: 'processing', to: 'rejected' },
];
