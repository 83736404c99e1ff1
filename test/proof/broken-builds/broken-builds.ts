import type { BrokenBuild } from './broken-build.ts';
import { ACCESS } from './faults/access.ts';
import { EVENTS } from './faults/events.ts';
import { IDEMPOTENCY } from './faults/idempotency.ts';
import { INPUTS } from './faults/input.ts';
import { LIMITS } from './faults/limits.ts';
import { MONEY } from './faults/money.ts';
import { OPERATION } from './faults/operation.ts';
import { OUTGOING } from './faults/outgoing.ts';
import { TAKEOVERS } from './faults/takeover.ts';

/** Every broken build, ordered by the promises they break. */
export const BROKEN_BUILDS: readonly BrokenBuild[] = [
  ...[...IDEMPOTENCY, ...LIMITS, ...EVENTS, ...OUTGOING, ...MONEY, ...ACCESS, ...INPUTS],
  ...[...OPERATION, ...TAKEOVERS],
].sort((one, other) => firstOf(one) - firstOf(other));

function firstOf({ invariants }: BrokenBuild): number {
  return Math.min(...invariants);
}
