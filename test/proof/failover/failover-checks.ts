import { type Check, countOf, sightings } from '../chaos/checks/check.ts';

/** Milliseconds from a promotion to the first write (docs/contract/invariants.md#41). */
const MAX_WRITTEN_MS = 5_000;

/** Additional checks for a run with takeovers. */
export const FAILOVER_CHECKS: readonly Check[] = [
  {
    invariant: 41,
    promise: 'Every API process acknowledges writes within 5 s of a promotion',
    judge: ({ takeovers }) => {
      const late = (takeovers ?? []).filter(({ writtenMs }) => writtenMs > MAX_WRITTEN_MS);
      const say = ({ kind, writtenMs }: (typeof late)[number]) => `${kind}: after ${writtenMs} ms`;
      return { cases: takeovers?.length ?? 0, faults: late.map(say) };
    },
  },
  {
    invariant: 41,
    promise: 'No process of the service ends or is started again',
    judge: sightings(41, countOf('processes that ran all the time')),
  },
];
