import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../graphql/random.ts';
import type { Fault, Takeover } from '../chaos/fault-log.ts';
import type { Journal } from '../chaos/journal.ts';
import type { Place } from '../chaos/place.ts';
import { watchRecovery } from '../chaos/recovery.ts';
import type { FailoverCluster } from './cluster.ts';
import type { SteadyWrites } from './steady-writes.ts';
import { type Loss, TAKEOVER_KINDS, type TakeoverKind } from './takeover-kinds.ts';

/** Maximum milliseconds of undisturbed work before a server is lost, and of its absence. */
const MAX_WORK_MS = 6_000;
const MIN_WORK_MS = 3_000;
const MAX_ABSENCE_MS = 4_000;
/** Longer durations aren't measured. */
const MAX_LATE_MS = 60_000;

export interface TakeoverScene {
  readonly cluster: FailoverCluster;
  readonly places: readonly Place[];
  readonly apiUrls: readonly string[];
  readonly random: Random;
  readonly journal: Journal;
  readonly faults: Fault[];
  readonly steady: SteadyWrites;
  readonly takeovers: Takeover[];
}

/** Takes down the leader the given number of times, in one way after another. */
export async function makeTakeovers(
  scene: TakeoverScene,
  count: number,
  isOn: () => boolean,
): Promise<void> {
  const possible = TAKEOVER_KINDS.filter(({ isPossible }) => isPossible?.(scene.cluster) ?? true);
  for (let number = 0; number < count && isOn(); number += 1) {
    const kind = possible[number % possible.length];
    if (kind) await takeOver(scene, kind);
  }
  await scene.cluster.untilWhole();
}

async function takeOver(scene: TakeoverScene, { kind, lose, bringBack }: TakeoverKind) {
  const { cluster, apiUrls, random, journal, faults, steady, takeovers } = scene;
  const former = await cluster.untilWhole();
  const other = cluster.nodes.find(({ name }) => name !== former.name);
  if (!other) throw new Error('There is no other server');
  await pause(MIN_WORK_MS + random.below(MAX_WORK_MS - MIN_WORK_MS));
  let isOver = false;
  const loss: Loss = { cluster, former, other, isOver: () => isOver };
  const from = Date.now();
  const fault: Fault = {
    ...{ kind: `takeover: ${kind}`, target: 'database', from },
    ...{ to: Number.POSITIVE_INFINITY, excuses: true },
  };
  faults.push(fault);
  const losing = lose(loss);
  const promotedAt = await cluster.untilPromoted(other);
  isOver = true;
  fault.to = promotedAt;
  const writtenAt = await Promise.all(
    apiUrls.map((url) => steady.untilAcknowledged(url, promotedAt, MAX_LATE_MS)),
  );
  const writtenMs = Math.max(...writtenAt) - promotedAt;
  const takeover: Takeover = { kind, promotedMs: promotedAt - from, writtenMs, wholeMs: null };
  takeovers.push(takeover);
  void watchRecovery(scene, faults, journal);
  await losing;
  await pause(random.below(MAX_ABSENCE_MS));
  const backAt = Date.now();
  await bringBack?.(loss);
  await cluster.untilWhole();
  takeover.wholeMs = Date.now() - backAt;
}
