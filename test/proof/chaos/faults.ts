import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../../graphql/random.ts';
import type { Cut } from '../../support/tcp-proxy.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './fault-log.ts';
import type { Journal } from './journal.ts';
import type { Link } from './link.ts';
import type { Place } from './place.ts';
import { watchRecovery } from './recovery.ts';

const HOUR_MS = 3_600_000;
/** Clock jumps of workers are hours: a day ahead would expire what is kept for a day. */
const CLOCK_JUMPS_MS = [-HOUR_MS, 0, HOUR_MS, 0];
const MAX_PAUSE_MS = 4_000;
const COMMIT_WINDOW_MS = 1_500;

export interface Scene {
  readonly places: readonly Place[];
  readonly cluster: Cluster;
  readonly random: Random;
  readonly faults: Fault[];
  readonly apiUrls: readonly string[];
  readonly journal: Journal;
}

export interface FaultKind {
  readonly kind: string;
  readonly weight: number;
  readonly role: 'api' | 'worker' | 'any' | 'database' | 'apart';
  readonly excuses: boolean;
  readonly make: (scene: Scene, place: Place, fault: Fault) => Promise<void>;
}

const killed = async (place: Place, fault: Fault, signal: NodeJS.Signals) => {
  const process = await place.untilRunning();
  fault.code = await process.stop(signal);
};

/** Kinds that occur at least once every few seconds. */
export const KILLS: readonly FaultKind[] = [
  {
    ...{ kind: 'SIGKILL', weight: 1, role: 'any', excuses: false },
    make: (_scene, place, fault) => killed(place, fault, 'SIGKILL'),
  },
];

/** Other faults of processes. */
export const PROCESS_FAULTS: readonly FaultKind[] = [
  {
    ...{ kind: 'SIGTERM', weight: 4, role: 'any', excuses: false },
    make: (_scene, place, fault) => killed(place, fault, 'SIGTERM'),
  },
  {
    // Locks of a frozen process make others wait for as long.
    ...{ kind: 'SIGSTOP and SIGCONT', weight: 3, role: 'any', excuses: true },
    make: async ({ random }, place) => {
      if (!place.signal('SIGSTOP')) return;
      await pause(500 + random.below(MAX_PAUSE_MS));
      place.signal('SIGCONT');
    },
  },
  {
    ...{ kind: 'clock jump of a worker', weight: 2, role: 'worker', excuses: false },
    make: ({ random }, place) => place.shiftClock(random.pick(CLOCK_JUMPS_MS)),
  },
];

/** Faults of the database and the connections to it. */
export const DATABASE_FAULTS: readonly FaultKind[] = [
  {
    ...{ kind: 'cut before COMMIT', weight: 3, role: 'any', excuses: true },
    make: (_scene, place) => cutCommits(place, 'beforeCommit'),
  },
  {
    ...{ kind: 'cut after COMMIT', weight: 3, role: 'any', excuses: true },
    make: (_scene, place) => cutCommits(place, 'afterCommit'),
  },
  {
    ...{ kind: 'killed at COMMIT', weight: 3, role: 'any', excuses: true },
    make: async ({ random }, place, fault) => {
      const { commits } = linkOf(place);
      commits.onCut = async () => {
        commits.cut = 'none';
        if (place.signal('SIGKILL')) fault.code = null;
      };
      await cutCommits(place, random.pick(['beforeCommit', 'afterCommit']));
      commits.onCut = async () => {};
    },
  },
  {
    ...{ kind: 'connections reset', weight: 2, role: 'any', excuses: true },
    make: async (_scene, place) => {
      linkOf(place).network.turn('refuse');
      linkOf(place).network.turn('pass');
    },
  },
  {
    ...{ kind: 'connections refused', weight: 2, role: 'any', excuses: true },
    make: ({ random }, place) => turned(place, 'refuse', 1_000 + random.below(2_000)),
  },
  {
    ...{ kind: 'packets swallowed', weight: 2, role: 'any', excuses: true },
    make: ({ random }, place) => turned(place, 'hang', 1_000 + random.below(5_000)),
  },
  {
    ...{ kind: 'packets delayed', weight: 2, role: 'any', excuses: true },
    make: ({ random }, place) => turned(place, 'slow', 2_000 + random.below(4_000)),
  },
  {
    ...{ kind: 'network partition', weight: 2, role: 'apart', excuses: true },
    make: async ({ random }, place) => {
      await place.namespace?.cut();
      await pause(1_000 + random.below(6_000));
      await place.namespace?.heal();
    },
  },
  {
    ...{ kind: 'backends terminated', weight: 2, role: 'database', excuses: true },
    make: ({ cluster }) => terminateBackends(cluster.databaseUrl),
  },
  {
    ...{ kind: 'database restarted', weight: 1, role: 'database', excuses: true },
    make: async ({ cluster, random }) => cluster.restart?.('fast', random.below(1_500)),
  },
  {
    ...{ kind: 'database crashed and recovered', weight: 1, role: 'database', excuses: true },
    make: async ({ cluster, random }) => cluster.restart?.('immediate', random.below(1_500)),
  },
];

/** Injects one fault of the list after another, with pauses, until stopped. */
export async function makeFaults(
  scene: Scene,
  kinds: readonly FaultKind[],
  everyMs: number,
  isOn: () => boolean,
): Promise<void> {
  const possible = kinds.filter((kind) => isPossible(kind, scene));
  const bag = possible.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const { random, faults } = scene;
  while (isOn()) {
    await pause(everyMs * (0.5 + random.below(100) / 100));
    const { kind, role, excuses, make } = random.pick(bag);
    const places = placesOf(role, scene);
    const running = places.filter((one) => one.current() !== null);
    const place = random.pick(running.length > 0 ? running : places);
    const target = role === 'database' ? role : place.name;
    const fault: Fault = { kind, target, from: Date.now(), to: Number.POSITIVE_INFINITY, excuses };
    faults.push(fault);
    await make(scene, place, fault);
    fault.to = Date.now();
    if (excuses) void watchRecovery(scene, faults, scene.journal);
  }
}

/** A server that isn't the run's own is never restarted; some machines have no namespaces. */
function isPossible({ kind, role }: FaultKind, scene: Scene): boolean {
  if (/^database/.test(kind)) return scene.cluster.restart !== null;
  return placesOf(role, scene).length > 0;
}

function placesOf(role: FaultKind['role'], { places }: Scene): readonly Place[] {
  if (role === 'any' || role === 'database') return places;
  if (role === 'apart') return places.filter(({ namespace }) => namespace !== null);
  return places.filter((place) => place.role === role);
}

function linkOf({ link, name }: Place): Link {
  if (!link) throw new Error(`${name} has no connection to the database that could be cut`);
  return link;
}

async function cutCommits(place: Place, cut: Cut): Promise<void> {
  const { commits } = linkOf(place);
  const before = commits.cuts;
  commits.cut = cut;
  const until = Date.now() + COMMIT_WINDOW_MS;
  while (Date.now() < until && commits.cuts < before + 3) await pause(20);
  commits.cut = 'none';
}

/** Traffic swallowed in the meantime is lost, so those connections are closed at the end. */
async function turned(place: Place, mode: 'refuse' | 'hang' | 'slow', ms: number): Promise<void> {
  const { network } = linkOf(place);
  network.turn(mode);
  await pause(ms);
  if (mode === 'hang') network.turn('refuse');
  network.turn('pass');
}

async function terminateBackends(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
}
