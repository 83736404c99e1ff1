import type { Stand } from '../chaos/actor.ts';
import type { Takeover } from '../chaos/fault-log.ts';
import type { Scene } from '../chaos/faults.ts';
import type { Storm } from '../chaos/storm.ts';
import type { FailoverCluster } from './cluster.ts';
import { type SteadyCounts, startSteadyWrites } from './steady-writes.ts';
import { makeTakeovers } from './takeovers.ts';

export interface FailoverOptions {
  readonly takeovers: number;
  readonly isSynchronous: boolean;
  readonly writesPerSecond: number;
}

/** The results of a run with takeovers. */
export interface FailoverFound {
  readonly isSynchronous: boolean;
  readonly writesPerSecond: number;
  readonly takeovers: Takeover[];
  steady: SteadyCounts;
}

export function openFound({ isSynchronous, writesPerSecond }: FailoverOptions): FailoverFound {
  const steady = { begun: 0, acknowledged: 0, heldBack: 0 };
  return { isSynchronous, writesPerSecond, takeovers: [], steady };
}

/** The given number of takeovers under signed writes at a steady rate. */
export function stormOfTakeovers(
  scene: Scene & { readonly cluster: FailoverCluster },
  stand: Stand,
  { takeovers: count, writesPerSecond }: FailoverOptions,
  found: FailoverFound,
): Pick<Storm, 'done' | 'parts'> {
  const { takeovers } = found;
  let isOver = false;
  const lose = async (isOn: () => boolean) => {
    const steady = await startSteadyWrites(stand, writesPerSecond);
    try {
      await makeTakeovers({ ...scene, steady, takeovers }, count, isOn);
    } finally {
      isOver = true;
      await steady.stop();
      found.steady = steady.counts();
    }
  };
  return {
    done: () => (isOver ? 1 : Math.min(0.99, takeovers.length / count)),
    parts: [lose],
  };
}
