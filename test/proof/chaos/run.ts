import { setTimeout as pause } from 'node:timers/promises';
import { addMs } from '../../../src/kit/time.ts';
import { createRandom } from '../../graphql/random.ts';
import { seedDueSubscriptions } from '../../support/due-subscriptions.ts';
import type { Stand } from './actor.ts';
import { type Judged, judgeAll } from './checks/all-checks.ts';
import type { Leak } from './checks/check.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Fault, isKill } from './fault-log.ts';
import { DATABASE_FAULTS, KILLS, makeFaults, PROCESS_FAULTS, type Scene } from './faults.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Canaries, searchDatabase, searchOutput } from './leaks.ts';
import { patiently } from './patient.ts';
import { type Result, resultOf } from './result.ts';
import { AHEAD_MS, endFaults, settleWrites, untilQuiet } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import { prepareActors, workAll } from './work.ts';

/** Milliseconds between two faults of a kind, on average. */
const KILLS_MS = 8_500;
const PROCESS_FAULTS_MS = 16_000;
const DATABASE_FAULTS_MS = 17_000;
const ACTORS = 12;
const MINUTE_MS = 60_000;

export interface ChaosOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Subscriptions that are due when the faults begin, beside those that the actors make. */
  readonly renewals: number;
  /** A PostgreSQL server to use; without it the run starts one of its own. */
  readonly serverUrl: string | undefined;
  /** Stops the run; what it started ends. */
  readonly signal: AbortSignal;
  /** Told what goes on, a few times a second. */
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly phase: 'prepare' | 'storm' | 'settle' | 'check';
  /** Of the phase, from 0 to 1. */
  readonly done: number;
  readonly text: string;
}

/** The whole run: start, work under faults, a time without any, the checks. Leaves nothing behind. */
export async function runChaos(options: ChaosOptions): Promise<Result> {
  const { seed, serverUrl, onProgress } = options;
  const canaries: Canaries = { token: `zqtoken${seed}`, prompt: `zqprompt${seed}zq` };
  const found: Found = { journal: openJournal(), faults: [], leaks: [], startedAt: new Date() };
  onProgress({ phase: 'prepare', done: 0, text: 'starts PostgreSQL and the service' });
  const cluster = await openCluster(serverUrl);
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

/** What a run finds out while it goes on. */
interface Found {
  readonly journal: Journal;
  readonly faults: Fault[];
  readonly leaks: Leak[];
  readonly startedAt: Date;
}

type Run = ChaosOptions & {
  readonly cluster: Cluster;
  readonly stage: Stage;
  readonly canaries: Canaries;
  readonly found: Found;
};

async function runOn(run: Run): Promise<Result> {
  const { seed, minutes, renewals, onProgress, cluster, stage, canaries, found } = run;
  const { journal, faults, leaks, startedAt } = found;
  const stand = makeStand(stage, seed, journal, canaries);
  onProgress({ phase: 'prepare', done: 0.5, text: 'makes merchants and shops' });
  await prepareActors(stand, ACTORS);
  if (renewals > 0) await seedDueSubscriptions(stage.database, renewals);
  const scene: Scene = {
    ...{ places: stage.places, cluster, faults, random: createRandom(seed) },
    ...{ apiUrls: stage.apiUrls, journal },
  };
  const stormAt = Date.now();
  await storm(scene, stand, minutes * MINUTE_MS, onProgress);
  const stormSeconds = (Date.now() - stormAt) / 1_000;
  const publicKey = await calmDown(run, stand);
  onProgress({ phase: 'check', done: 0, text: 'searches and checks' });
  leaks.push(...(await searchDatabase(stand.database, cluster.folder, canaries, journal)));
  const now = addMs(new Date(), AHEAD_MS);
  const judged: Judged[] = await judgeAll({
    ...{ database: stand.database, journal, faults, leaks, publicKey, now },
    ...{ receivers: stage.receivers, secretKey: stage.secretKey, actors: stand.actors },
  });
  const given = { seed, minutes, renewals, startedAt, stormSeconds };
  return resultOf({ ...given, cluster, stage, journal, faults, judged });
}

/** No more faults: writes are decided, what is due is done, processes end. Gives the public key. */
async function calmDown({ stage, onProgress, found }: Run, stand: Stand): Promise<string> {
  const { journal, faults } = found;
  onProgress({ phase: 'settle', done: 0, text: 'no more faults' });
  await endFaults(stage.places);
  await settleWrites(journal);
  for (const receiver of stage.receivers) receiver.heal();
  const left = await untilQuiet(stand.database, (text) => {
    onProgress({ phase: 'settle', done: 0.5, text });
  });
  if (left) journal.sightings.push({ invariant: 12, fault: `still to do after minutes: ${left}` });
  const publicKey = await readPublicKey(stage);
  for (const place of stage.places) await endPlace(place, faults);
  return publicKey;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new Error('The run was stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}

function makeStand(
  { database, balancer, receivers, apiUrls }: Stage,
  seed: number,
  journal: Stand['journal'],
  canaries: Canaries,
): Stand {
  let count = 0;
  return {
    ...{ database: patiently(database), baseUrl: balancer.url, receivers, apiUrls },
    ...{ actors: [], seed, journal, canaries },
    next: () => {
      count += 1;
      return count;
    },
  };
}

async function storm(
  scene: Scene,
  stand: Stand,
  ms: number,
  onProgress: ChaosOptions['onProgress'],
): Promise<void> {
  const from = Date.now();
  let isFailed = false;
  const isOn = () => !isFailed && Date.now() - from < ms;
  const tell = async () => {
    while (isOn()) {
      const kills = scene.faults.filter(isKill).length;
      const text = `${kills} kills, ${scene.faults.length} faults, ${stand.journal.exchanges.length} requests`;
      onProgress({ phase: 'storm', done: (Date.now() - from) / ms, text });
      await pause(1_000);
    }
  };
  const parts = [
    tell(),
    workAll(stand, isOn),
    makeFaults(scene, KILLS, KILLS_MS, isOn),
    makeFaults(scene, PROCESS_FAULTS, PROCESS_FAULTS_MS, isOn),
    makeFaults(scene, DATABASE_FAULTS, DATABASE_FAULTS_MS, isOn),
  ];
  await Promise.all(parts).finally(() => {
    isFailed = true;
  });
}

async function readPublicKey({ balancer }: Stage): Promise<string> {
  const response = await fetch(`${balancer.url}/.well-known/webhook-keys.json`);
  return ((await response.json()) as { test: string }).test;
}

/** The last stop is judged like those before it. */
async function endPlace(place: Stage['places'][number], faults: Fault[]): Promise<void> {
  const from = Date.now();
  const code = await place.end();
  faults.push({
    kind: 'SIGTERM',
    target: place.name,
    from,
    to: Date.now(),
    excuses: false,
    code,
  });
}
