import type { DisputeStatus } from '../../contract/dispute.ts';
import type { Move } from '../../contract/states.ts';

/** The moves of a dispute (docs/contract/states.md#dispute); the database refuses any other. */
export const DISPUTE_MOVES: readonly Move<DisputeStatus>[] = [
  { from: 'open', to: 'won' },
  { from: 'open', to: 'lost' },
  // On appeal, or because the buyer withdrew it.
  { from: 'lost', to: 'won' },
];
