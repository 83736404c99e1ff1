import { SCENARIOS } from './scenarios.ts';
import type { Target } from './target.ts';

/** What a process of attackers is told once: which scenario, against what, for how long. */
export interface AttackOrder {
  readonly scenario: number;
  readonly target: Target;
  readonly attackMs: number;
}

process.once('message', async ({ scenario, target, attackMs }: AttackOrder) => {
  const statuses = await SCENARIOS[scenario]?.attack(target, AbortSignal.timeout(attackMs));
  process.send?.(statuses, () => process.exit());
});
