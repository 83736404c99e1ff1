import { addMs } from '../../../src/kit/time.ts';
import { createRandom } from '../../graphql/random.ts';
import { seedDueSubscriptions } from '../../support/due-subscriptions.ts';
import { type FailoverCluster, openFailoverCluster } from '../failover/cluster.ts';
import {
  type FailoverFound,
  type FailoverOptions,
  openFound,
  stormOfTakeovers,
} from '../failover/storm.ts';
import { makeStand, type Stand } from './actor.ts';
import { type Judged, judgeAll } from './checks/all-checks.ts';
import type { Leak } from './checks/check.ts';
import { openCitusCluster } from './citus-cluster.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { Fault } from './fault-log.ts';
import type { Scene } from './faults.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Canaries, searchDatabase, searchOutput } from './leaks.ts';
import type { OnProgress } from './progress.ts';
import { type Result, resultOf } from './result.ts';
import { AHEAD_MS, calmDown } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import { rejectOnAbort } from './stopping.ts';
import { storm, stormOfFaults } from './storm.ts';
import { prepareActors } from './work.ts';

const ACTORS = 12;
const MINUTE_MS = 60_000;

export interface ChaosOptions {
  readonly seed: number;
  /** Duration of the faults; a run with takeovers takes as long as they do. */
  readonly minutes: number;
  /** Subscriptions that are due when the faults start, besides those the actors create. */
  readonly renewals: number;
  /** A PostgreSQL server to use; without it the run starts its own. */
  readonly serverUrl: string | undefined;
  /** Whether the run starts a Citus cluster instead, and also kills its nodes. */
  readonly isDistributed: boolean;
  /** Null: faults of one server and of the service's processes. */
  readonly failover: FailoverOptions | null;
  /** Aborts the run and stops everything it started. */
  readonly signal: AbortSignal;
  /** Called with the progress a few times a second. */
  readonly onProgress: OnProgress;
}

/** What a run records while it is in progress. */
interface Found {
  readonly journal: Journal;
  readonly faults: Fault[];
  readonly leaks: Leak[];
  readonly failover: FailoverFound | null;
  readonly startedAt: Date;
}

/** The whole run: start, work under faults, a quiet period, the checks. Leaves nothing behind. */
export async function runChaos(options: ChaosOptions): Promise<Result> {
  const { seed, failover, onProgress } = options;
  const canaries: Canaries = { token: `zqtoken${seed}`, prompt: `zqprompt${seed}zq` };
  const found: Found = {
    ...{ journal: openJournal(), faults: [], leaks: [], startedAt: new Date() },
    failover: failover && openFound(failover),
  };
  onProgress({ phase: 'prepare', done: 0, text: 'starting PostgreSQL and the service' });
  const cluster = await openClusterOf(options);
  try {
    const stage = await openStage(cluster, (place, text) => {
      found.leaks.push(...searchOutput(place, text, canaries, found.journal));
    });
    try {
      const run = runOn({ ...options, cluster, stage, canaries, found });
      return await Promise.race([rejectOnAbort(options.signal), run]);
    } finally {
      await stage.close();
    }
  } finally {
    await cluster.remove();
  }
}

function openClusterOf({ failover, isDistributed, serverUrl }: ChaosOptions) {
  if (failover) return openFailoverCluster(failover.isSynchronous);
  return isDistributed ? openCitusCluster() : openCluster(serverUrl);
}

type Run = ChaosOptions & {
  readonly cluster: Cluster | FailoverCluster;
  readonly stage: Stage;
  readonly canaries: Canaries;
  readonly found: Found;
};

async function runOn(run: Run): Promise<Result> {
  const { seed, minutes, renewals, onProgress, cluster, stage, canaries, found } = run;
  const { journal, faults, leaks, startedAt, failover } = found;
  const stand = makeStand(stage, seed, journal, canaries);
  onProgress({ phase: 'prepare', done: 0.5, text: 'creating merchants and shops' });
  await prepareActors(stand, ACTORS);
  if (renewals > 0) await seedDueSubscriptions(stage.database, renewals);
  const stormAt = Date.now();
  await storm({ ...{ stand, faults, onProgress }, ...planOf(run, stand) });
  const stormSeconds = (Date.now() - stormAt) / 1_000;
  const publicKey = await calmDown({
    ...stage,
    ...{ cluster, journal, faults, onProgress, failover },
  });
  onProgress({ phase: 'check', done: 0, text: 'searches and checks' });
  leaks.push(...(await searchDatabase(stand.database, cluster, canaries, journal)));
  const now = addMs(new Date(), AHEAD_MS);
  const judged: Judged[] = await judgeAll({
    ...{ database: stand.database, journal, faults, leaks, publicKey, now },
    ...{ receivers: stage.receivers, secretKey: stage.secretKey, actors: stand.actors },
    takeovers: failover?.takeovers ?? null,
  });
  const given = { seed, minutes, renewals, startedAt, stormSeconds, failover };
  return resultOf({ ...given, cluster, stage, journal, faults, judged });
}

/** What happens to the service while the actors work. */
function planOf({ seed, minutes, failover, cluster, stage, found }: Run, stand: Stand) {
  const scene: Scene = {
    ...{ places: stage.places, cluster, faults: found.faults, random: createRandom(seed) },
    ...{ apiUrls: stage.apiUrls, journal: found.journal },
  };
  if (!failover || !found.failover || !('nodes' in cluster)) {
    return stormOfFaults(scene, minutes * MINUTE_MS);
  }
  return stormOfTakeovers({ ...scene, cluster }, stand, failover, found.failover);
}
