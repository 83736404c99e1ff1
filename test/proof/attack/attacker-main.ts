import { SCENARIOS } from './scenarios.ts';
import type { Target } from './target.ts';

/** Instructions for a process of attackers: which scenario, against what, for how long. */
export interface AttackOrder {
  readonly scenario: number;
  readonly target: Target;
  readonly attackMs: number;
}

process.on('message', async ({ scenario, target, attackMs }: AttackOrder) => {
  process.send?.(await SCENARIOS[scenario]?.attack(target, AbortSignal.timeout(attackMs)));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
