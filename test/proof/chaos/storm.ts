import { setTimeout as pause } from 'node:timers/promises';
import type { Stand } from './actor.ts';
import { type Fault, isKill } from './fault-log.ts';
import {
  DATABASE_FAULTS,
  type FaultKind,
  KILLS,
  makeFaults,
  PROCESS_FAULTS,
  type Scene,
} from './faults.ts';
import { NODE_FAULTS } from './node-faults.ts';
import type { OnProgress } from './progress.ts';
import { workAll } from './work.ts';

/** Each kind of fault with the average milliseconds between two of them. */
const EVERY: readonly (readonly [readonly FaultKind[], number])[] = [
  [KILLS, 8_500],
  [PROCESS_FAULTS, 16_000],
  [DATABASE_FAULTS, 17_000],
];
const NODES_EVERY_MS = 20_000;
const LOOK_MS = 1_000;

export interface Storm {
  readonly stand: Stand;
  readonly faults: readonly Fault[];
  readonly onProgress: OnProgress;
  /** From 0 to 1, when it is finished. */
  readonly done: () => number;
  /** Runs alongside the actors' work until stopped. */
  readonly parts: readonly ((isOn: () => boolean) => Promise<void>)[];
}

/** Runs the actors together with the parts. The first part that fails ends it. */
export async function storm({ stand, faults, onProgress, done, parts }: Storm): Promise<void> {
  let isFailed = false;
  const isOn = () => !isFailed && done() < 1;
  const tell = async () => {
    while (isOn()) {
      const kills = faults.filter(isKill).length;
      const text = `${kills} kills, ${faults.length} faults, ${stand.journal.exchanges.length} requests`;
      onProgress({ phase: 'storm', done: done(), text });
      await pause(LOOK_MS);
    }
  };
  const all = [tell(), workAll(stand, isOn), ...parts.map((part) => part(isOn))];
  await Promise.all(all).finally(() => {
    isFailed = true;
  });
}

/** For the given time, with every kind of fault that the servers and the processes can have. */
export function stormOfFaults(scene: Scene, ms: number): Pick<Storm, 'done' | 'parts'> {
  const from = Date.now();
  const ofNodes = [NODE_FAULTS, NODES_EVERY_MS] as const;
  const all = scene.cluster.dataNodes.length > 0 ? [...EVERY, ofNodes] : EVERY;
  return {
    done: () => Math.min(1, (Date.now() - from) / ms),
    parts: all.map(
      ([kinds, everyMs]) =>
        (isOn) =>
          makeFaults(scene, kinds, everyMs, isOn),
    ),
  };
}
