import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, makeStand } from '../chaos/actor.ts';
import { type Cluster, openCluster } from '../chaos/cluster.ts';
import { type Exchange, type Journal, openJournal } from '../chaos/journal.ts';
import type { OnProgress } from '../chaos/progress.ts';
import { machineOf } from '../chaos/result.ts';
import { openStage, type Stage } from '../chaos/stage.ts';
import { scanPrompt, sendTwins } from '../chaos/steps-access.ts';
import { attack } from '../chaos/steps-hostile.ts';
import { buyOnPage, buyWithToken, refund } from '../chaos/steps-selling.ts';
import { addProduct, changeShop, openShop, publish, read } from '../chaos/steps-shop.ts';
import { rejectOnAbort } from '../chaos/stopping.ts';
import { prepareActors, takeSteps, type WeighedStep } from '../chaos/work.ts';
import { liveThrough } from './live-through.ts';
import { openMeasure, type Sample } from './samples.ts';
import { judgeLatency, judgeLines, type Verdict } from './verdicts.ts';

const ACTORS = 12;
const MINUTE_MS = 60_000;
/** Fraction of the measured capacity. */
const LOAD = 0.7;
/** Samples per run. */
const SAMPLES = 120;
/** Minimum milliseconds between two samples. */
const MIN_SAMPLE_MS = 2_000;

/** Steps that leave nothing behind that would make later steps more expensive. */
const STEPS: readonly WeighedStep[] = [
  [1, 'open a shop', openShop],
  [4, 'change a shop', changeShop],
  [2, 'add a product', addProduct],
  [2, 'publish', publish],
  [20, 'read', read],
  [12, 'buy on the page', buyOnPage],
  [12, 'buy with a token', buyWithToken],
  [8, 'refund', refund],
  [4, 'live through a subscription', liveThrough],
  [3, 'scan a prompt', scanPrompt],
  [2, 'send twins', sendTwins],
  [4, 'attack', attack],
];

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Aborts the run and stops everything it started. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** The result of a soak test, as JSON. */
export interface SoakResult {
  readonly startedAt: string;
  readonly minutes: number;
  readonly seed: number;
  readonly machine: string;
  readonly database: string;
  /** Steps per second at full speed, and the actual pace. */
  readonly capacity: number;
  readonly pace: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Unplanned 5xx answers, and requests without an answer. */
  readonly faults: number;
  /** How many of them, by action, status and message. */
  readonly faultsByKind: Readonly<Record<string, number>>;
  readonly samples: readonly Sample[];
  readonly verdicts: readonly Verdict[];
  readonly isGreen: boolean;
}

/** Mixed load at a fraction of the measured capacity for the given time, without faults. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  options.onProgress({ phase: 'prepare', done: 0, text: 'starting PostgreSQL and the service' });
  const cluster = await openCluster(undefined);
  try {
    const stage = await openStage({ ...cluster, hasProxies: false }, () => {});
    try {
      return await Promise.race([rejectOnAbort(options.signal), soakOn(options, cluster, stage)]);
    } finally {
      await stage.close();
    }
  } finally {
    await cluster.remove();
  }
}

async function soakOn(
  { minutes, seed, onProgress }: SoakOptions,
  cluster: Cluster,
  stage: Stage,
): Promise<SoakResult> {
  const startedAt = new Date();
  const journal = openJournal();
  for (const receiver of stage.receivers) receiver.heal();
  const stand = makeStand(stage, seed, journal, { token: 'soak', prompt: 'soak' });
  await prepareActors(stand, ACTORS);
  const countSteps = () =>
    [...journal.counts].reduce(
      (n, [name, count]) => n + (name.startsWith('step: ') ? count : 0),
      0,
    );
  const work = async (ms: number, rest: (actor: Actor) => Promise<unknown>) => {
    const until = Date.now() + ms;
    const before = countSteps();
    await takeSteps(stand, stand.actors, STEPS, rest, () => Date.now() < until);
    return ((countSteps() - before) * 1_000) / ms;
  };
  onProgress({ phase: 'prepare', done: 0.5, text: 'warming up and measuring the capacity' });
  const measuredMs = Math.min(MINUTE_MS, (minutes * MINUTE_MS) / 4);
  await work(measuredMs / 2, async () => {});
  const capacity = await work(measuredMs, async () => {});
  const pace = capacity * LOAD;
  const from = Date.now();
  const first = journal.exchanges.length;
  const samples: Sample[] = [];
  const measure = openMeasure(stage.database, stage.places, journal);
  const everyMs = Math.max(MIN_SAMPLE_MS, (minutes * MINUTE_MS) / SAMPLES);
  const until = from + minutes * MINUTE_MS;
  let isOn = true;
  const sampling = (async () => {
    // After that, only the last answers are awaited.
    for (let at = from; isOn && at <= until; at += everyMs) {
      await pause(Math.max(0, at - Date.now()));
      const seconds = (Date.now() - from) / 1_000;
      if (isOn) samples.push(await measure(seconds));
      forget(stage, journal);
      const text = `${journal.exchanges.length} requests`;
      onProgress({ phase: 'storm', done: seconds / (minutes * 60), text });
    }
  })();
  await work(minutes * MINUTE_MS, keepPace(pace));
  isOn = false;
  await sampling;
  const to = Date.now();
  const exchanges = journal.exchanges.slice(first);
  const faults = exchanges.filter(
    ({ status, message }) =>
      status === null || (status >= 500 && message !== 'Payment provider did not answer'),
  );
  const verdicts = [...judgeLines(samples), judgeLatency(exchanges, from, to)];
  return {
    ...{ startedAt: startedAt.toISOString(), minutes, seed, machine: machineOf() },
    ...{ database: cluster.description, capacity, pace, requests: exchanges.length },
    requestsPerSecond: (exchanges.length * 1_000) / (to - from),
    ...{ faults: faults.length, faultsByKind: countKinds(faults), samples, verdicts },
    isGreen: faults.length === 0 && verdicts.every(({ holds }) => holds),
  };
}

/** What a run with checks keeps would slow down this process, and with it the load. */
function forget({ places, receivers }: Stage, journal: Journal): void {
  journal.writes.length = 0;
  for (const receiver of receivers) receiver.forget();
  for (const place of places) place.current()?.forget();
}

function countKinds(exchanges: readonly Exchange[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, status, message } of exchanges) {
    const kind = `${name}: ${status === null ? 'no answer' : `${status} ${message}`}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Pauses that spread the steps of all actors evenly. */
function keepPace(perSecond: number): (actor: Actor) => Promise<void> {
  let next = Date.now();
  return async () => {
    next = Math.max(next, Date.now() - 1_000) + 1_000 / perSecond;
    await pause(Math.max(0, next - Date.now()));
  };
}
