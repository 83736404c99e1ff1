import type { Move } from '../../contract/states.ts';

/** Open until the bank decides (docs/contract/states.md#dispute). */
export type DisputeStatus = 'open' | 'won' | 'lost';

/** The moves of a dispute; the database refuses any other. */
export const DISPUTE_MOVES: readonly Move<DisputeStatus>[] = [
  { from: 'open', to: 'won' },
  { from: 'open', to: 'lost' },
];
