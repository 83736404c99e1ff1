import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../src/database/database.ts';
import { undisputed } from '../../../src/domain/subscription/undisputed.ts';
import { storeTime } from '../../../src/domain/test-clock/store-time.ts';
import { addMs } from '../../../src/kit/time.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './fault-log.ts';
import type { Journal } from './journal.ts';
import { sumOf } from './merge-results.ts';
import { countPrepared } from './node-faults.ts';
import { patiently } from './patient.ts';
import type { Place } from './place.ts';
import type { OnProgress } from './progress.ts';
import { judge, settle } from './sending.ts';
import type { Stage } from './stage.ts';

/**
 * Time by which the workers' clocks are advanced, so that every lease of a dead process expires.
 */
export const AHEAD_MS = 2 * 3_600_000;
const PATIENCE_MS = 75_000;
/** Milliseconds within which all due work must be done. */
const MAX_QUIET_MS = 600_000;
const LOOK_MS = 500;
/** Acknowledged writes that are sent once more at the end. */
const MAX_REPLAYED = 3_000;
const AT_ONCE = 10;

export interface Calming extends Pick<Stage, 'database' | 'balancer' | 'places' | 'receivers'> {
  readonly cluster: Pick<Cluster, 'dataNodes'>;
  readonly journal: Journal;
  readonly faults: Fault[];
  /** Null if processes were killed deliberately. */
  readonly failover: object | null;
  readonly onProgress: OnProgress;
}

/**
 * No more faults: outcomes are resolved, due work is done, processes stop. Returns the public key.
 */
export async function calmDown(given: Calming): Promise<string> {
  const { places, receivers, journal, faults, failover, onProgress } = given;
  onProgress({ phase: 'settle', done: 0, text: 'no more faults' });
  await endFaults(places);
  await settleWrites(journal);
  for (const receiver of receivers) receiver.heal();
  const left = await untilQuiet(given, (text) => {
    onProgress({ phase: 'settle', done: 0.5, text });
  });
  if (left) journal.sightings.push({ invariant: 12, fault: `still to do after minutes: ${left}` });
  const publicKey = await readPublicKey(given);
  if (failover) countRestarts(places, journal);
  for (const place of places) await endPlace(place, faults);
  return publicKey;
}

/** In a run with takeovers only, no process is restarted (docs/contract/invariants.md#41). */
function countRestarts(places: readonly Place[], journal: Journal): void {
  for (const place of places) {
    journal.count('processes that ran all the time');
    const [starts, failed] = [place.starts(), place.failedStarts()];
    if (starts === 1 && failed === 0) continue;
    const ends = place.ends().join('; ');
    const fault = `${place.name} was started ${starts} times, ${failed} starts failed: ${ends}`;
    journal.sightings.push({ invariant: 41, fault });
  }
}

async function readPublicKey({ balancer }: Pick<Stage, 'balancer'>): Promise<string> {
  const response = await fetch(`${balancer.url}/.well-known/webhook-keys.json`);
  return ((await response.json()) as { test: string }).test;
}

/** The last stop is judged like those before it. */
async function endPlace(place: Place, faults: Fault[]): Promise<void> {
  const from = Date.now();
  const code = await place.end();
  const stop = { kind: 'SIGTERM', target: place.name, from, to: Date.now() };
  faults.push({ ...stop, excuses: false, code });
}

/** Ends every fault and advances the workers' clocks. */
async function endFaults(places: readonly Place[]): Promise<void> {
  for (const place of places) {
    if (place.link) place.link.commits.cut = 'none';
    place.link?.network.turn('pass');
    await place.namespace?.heal();
    place.signal('SIGCONT');
    if (place.role === 'worker') await place.shiftClock(AHEAD_MS);
  }
  await Promise.all(places.map((place) => place.untilRunning()));
}

/** Resolves writes with unknown outcomes, and sends the others once more. */
async function settleWrites(journal: Journal): Promise<void> {
  const unknown = journal.writes.filter(({ outcome }) => outcome === 'unknown');
  await inTurns(unknown, (made) => settle(made, journal, PATIENCE_MS));
  const known = journal.writes.filter(({ outcome }) => outcome === 'acknowledged');
  const step = Math.max(1, Math.ceil(known.length / MAX_REPLAYED));
  const chosen = known.filter((_, index) => index % step === 0);
  await inTurns(chosen, async (made) => {
    const reply = await made.again();
    if (reply?.status === 200) journal.count('answers compared at the end');
    judge(made, reply, journal);
  });
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const take = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/**
 * Waits until nothing is due any more; returns what still is if that takes too long. The sandbox's
 * callbacks are excluded: signed with a clock that is ahead, they are correctly refused, and their
 * content is found out without them.
 */
async function untilQuiet(
  { database, cluster }: Pick<Calming, 'database' | 'cluster'>,
  onLook: (left: string) => void,
): Promise<string | null> {
  const until = Date.now() + MAX_QUIET_MS;
  for (;;) {
    const [due] = await patiently(database).query<Due>(leftAt(addMs(new Date(), AHEAD_MS)));
    const left = { ...due, ...(await preparedAt(cluster)) };
    const text = JSON.stringify(left);
    if (due && Object.values(left).every((count) => count === 0)) return null;
    if (Date.now() > until) return text;
    onLook(text);
    await pause(LOOK_MS);
  }
}

interface Due {
  readonly deliveries: number;
  readonly payments: number;
  readonly refunds: number;
  readonly renewals: number;
}

/** Transactions that nodes of a cluster still have to be told the end of. */
async function preparedAt({ dataNodes }: Calming['cluster']): Promise<{ prepared?: number }> {
  if (dataNodes.length === 0) return {};
  return { prepared: sumOf(await Promise.all(dataNodes.map(countPrepared))) };
}

function leftAt(now: Date) {
  return sql`
    select (select count(*)::int from webhook_delivery
        where status = 'pending' and webhook_id is not null) as deliveries,
      (select count(*)::int from payment where status = 'pending') as payments,
      (select count(*)::int from refund where status = 'pending') as refunds,
      (select count(*)::int from subscription
        where due_at <= ${storeTime(sql`subscription.store_id`, sql`environment`, now)}
          and ${undisputed()}) as renewals`;
}
