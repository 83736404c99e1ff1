import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, RECOVERY_MS } from './fault-log.ts';
import type { Journal } from './journal.ts';
import type { Place } from './place.ts';

const LOOK_MS = 200;
const SLACK_MS = 1_000;

/**
 * After a fault, every API process reports within the time limit that it is ready
 * (docs/contract/invariants.md#34).
 */
export async function watchRecovery(
  { places, apiUrls }: { readonly places: readonly Place[]; readonly apiUrls: readonly string[] },
  faults: readonly Fault[],
  journal: Journal,
): Promise<void> {
  const from = Date.now();
  const known = faults.length;
  // A process that is just being started has nothing to recover.
  const isDisturbed = () =>
    faults.length !== known ||
    faults.some(({ to }) => to > Date.now()) ||
    places.some((place) => place.current() === null);
  while (!isDisturbed()) {
    if ((await Promise.all(apiUrls.map(isReady))).every(Boolean)) {
      return journal.count('recoveries watched');
    }
    const ms = Date.now() - from;
    if (ms > RECOVERY_MS + SLACK_MS && !isDisturbed()) {
      const fault = `after "${faults.at(-1)?.kind}" a process was not ready within ${ms} ms`;
      journal.count('recoveries watched');
      return void journal.sightings.push({ invariant: 34, fault });
    }
    await pause(LOOK_MS);
  }
}

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(RECOVERY_MS);
  const response = await fetch(`${url}/readyz`, { signal }).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}
