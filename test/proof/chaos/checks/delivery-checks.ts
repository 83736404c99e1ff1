import { sql } from '../../../../src/database/database.ts';
import { decodeId } from '../../../../src/kit/id.ts';
import { verifyWebhook } from '../../../../src/kit/verify-webhook.ts';
import type { Received } from '../../../support/receiver.ts';
import type { Hook } from '../actor.ts';
import { groupBy } from '../group.ts';
import { occurrence } from '../receivers.ts';
import { DELIVERY_MS } from '../stage.ts';
import type { Check, Evidence, Verdict } from './check.ts';

/** Milliseconds by which this process may read a post later than it arrived. */
const READ_LATE_MS = 30_000;
/** Milliseconds for an attempt as seen by its receiver, on this busy machine. */
const UNDER_WAY_MS = DELIVERY_MS + 1_000;
/** Milliseconds for a killed worker's lease to expire, on this busy machine. */
const HEALTHY_P95_MS = 30_000;
/** Longer delays are caused by clock changes and ignored. */
const MAX_DELAY_MS = 30 * 60_000;
/** Milliseconds from an attempt's start to its receiver; a larger difference is a shifted clock. */
const MAX_LATE_MS = 60_000;
const TIME = /^t=(\d{13}),/;

interface Told {
  readonly id: string;
  readonly storeId: string;
  readonly body: string;
  readonly createdAt: Date;
  /** Number of the transaction that wrote it. */
  readonly writtenBy: number;
}

function readEvents({ database }: Evidence): Promise<Told[]> {
  return database.query<Told>(sql`
    select id, store_id as "storeId", body, created_at as "createdAt",
      xmin::text::float8 as "writtenBy" from event
    where not sample and environment = 'test'`);
}

/**
 * The run's own view: every event of a store started after its webhook was acknowledged has
 * arrived. If its transaction was open at that time, such as in a frozen process, it may not have
 * seen the webhook.
 */
async function judgeArrivals(evidence: Evidence): Promise<Verdict> {
  const events = groupBy(await readEvents(evidence), ({ storeId }) => storeId);
  const hooks = evidence.actors.flatMap((actor) => actor.hooks);
  const faults: string[] = [];
  let cases = 0;
  for (const hook of hooks.filter(({ removingAt }) => removingAt === null)) {
    const due = events.get(decodeId('STO', hook.storeId) as string) ?? [];
    for (const { id } of due.filter(({ writtenBy }) => writtenBy >= hook.since)) {
      cases += 1;
      if (hook.receiver.accepted.has(`${id} ${hook.path}`)) continue;
      faults.push(`event ${id} never arrived at ${hook.id}, a ${hook.receiver.manner} receiver`);
    }
  }
  return { cases, faults };
}

/** Every delivery that was received, with what was recorded for it. */
function arrivals({ receivers }: Evidence): Received[] {
  return receivers.flatMap(({ received }) => received);
}

async function judgeBodies(evidence: Evidence): Promise<Verdict> {
  const bodies = new Map((await readEvents(evidence)).map(({ id, body }) => [id, body]));
  const all = arrivals(evidence);
  const faults = all.flatMap(({ headers, body }) => {
    const id = headers['webhook-id'] as string;
    if (bodies.get(id) !== body) return [`${id} arrived with another body than was recorded`];
    return headers['x-service-delivery'] === id ? [] : [`${id} arrived under two ids`];
  });
  return { cases: all.length, faults };
}

function judgeSignatures(evidence: Evidence): Verdict {
  const all = arrivals(evidence);
  const faults = all.flatMap(({ headers, body }) => {
    const header = headers['x-service-signature'] as string | undefined;
    const [, time] = TIME.exec(header ?? '') ?? [];
    const at = new Date(Number(time));
    const verdict = verifyWebhook(Buffer.from(body), header, evidence.publicKey, at);
    return verdict.valid ? [] : [`${headers['webhook-id']}: ${verdict.reason}`];
  });
  return { cases: all.length, faults };
}

/**
 * An attempt that finds its open connection closed posts once more over a new one, with the same
 * signature. This busy process may read the two long after each other; then the connections tell,
 * or the attempt's own record.
 */
async function judgeRetries(evidence: Evidence): Promise<Verdict> {
  const again = [...groupBy(arrivals(evidence), occurrence).values()].filter(
    (attempts) => attempts.length > 1,
  );
  const twice = again
    .flatMap((attempts) => [...groupBy(attempts, signatureOf).values()])
    .filter((same) => !isOneAttempt(same));
  const short = await readShortAttempts(evidence, twice.flat());
  const faults = twice.flatMap((same) => {
    const first = same[0] as Received;
    if (same.length <= 2 && short.has(attemptOf(first))) return [];
    const times = same.map(({ at }) => at - first.at);
    return [`${occurrence(first)} was posted with one signature after ${times.join(', ')} ms`];
  });
  return { cases: again.length, faults };
}

function isOneAttempt(same: readonly Received[]): boolean {
  const times = same.map(({ at }) => at);
  const apart = Math.max(...times) - Math.min(...times);
  const [first, second] = same.toSorted((one, other) => one.at - other.at);
  const isRepeated = (first?.nthOfConnection ?? 1) > 1 && second?.nthOfConnection === 1;
  return same.length <= 2 && apart <= (isRepeated ? READ_LATE_MS : UNDER_WAY_MS);
}

/** Attempts that ended in time, of the events that were received, as `attemptOf` gives them. */
async function readShortAttempts(
  { database }: Evidence,
  received: readonly Received[],
): Promise<ReadonlySet<string>> {
  const ids = received.map(({ headers }) => headers['webhook-id'] as string);
  const rows = await database.query<{ attempt: string }>(sql`
    select event_id || ' ' || round(extract(epoch from attempted_at) * 1000) as attempt
    from webhook_attempt where event_id = any(${ids}::uuid[]) and duration_ms <= ${UNDER_WAY_MS}`);
  return new Set(rows.map(({ attempt }) => attempt));
}

function signatureOf({ headers }: Received): string {
  return String(headers['x-service-signature']);
}

/** The event and the time signed, which is that of the attempt. */
function attemptOf(received: Received): string {
  const [, time] = TIME.exec(signatureOf(received)) ?? [];
  return `${received.headers['webhook-id']} ${time}`;
}

/**
 * What counts is when an attempt began: signing, posting and reading can each take seconds here. A
 * process frozen in between may post once it resumes.
 */
function judgeRemoved({ actors, faults: made }: Evidence): Verdict {
  const removed = actors
    .flatMap(({ hooks }) => hooks)
    .filter(({ removedAt }) => removedAt !== null);
  const pauses = made.filter(({ kind }) => kind === 'SIGSTOP and SIGCONT');
  const faults = removed.flatMap((hook) => {
    const from = hook.removedAt as number;
    const frozen = pauses.filter(({ from: begun, to }) => begun < from && to > from);
    const until = Math.max(from, ...frozen.map(({ to }) => to)) + UNDER_WAY_MS;
    const late = receivedBy(hook)
      .map(begunAt)
      .filter((at) => at > until);
    return late.map((at) => `${hook.id} got an attempt ${at - from} ms after its removal`);
  });
  return { cases: removed.length, faults };
}

/** The time that the attempt signed, unless the process's clock was shifted. */
function begunAt(post: Received): number {
  const signed = Number(TIME.exec(signatureOf(post))?.[1]);
  return signed <= post.at && signed > post.at - MAX_LATE_MS ? signed : post.at;
}

function receivedBy({ receiver, path }: Hook): Received[] {
  return receiver.received.filter((request) => request.path === path);
}

async function judgeDelays(evidence: Evidence): Promise<Verdict> {
  const times = new Map((await readEvents(evidence)).map((event) => [event.id, event.createdAt]));
  const good = evidence.receivers.filter(({ manner }) => manner === 'good');
  const delays = good
    .flatMap(({ received }) => received)
    .map(({ headers, at }) => at - Number(times.get(headers['webhook-id'] as string)))
    .filter((ms) => ms >= 0 && ms < MAX_DELAY_MS)
    .sort((one, other) => one - other);
  const p95 = delays[Math.floor(delays.length * 0.95)] ?? 0;
  const faults = p95 > HEALTHY_P95_MS ? [`95 of 100 arrive within ${p95} ms only`] : [];
  evidence.journal.counts.set('p95 of good receivers in ms', p95);
  return { cases: delays.length, faults };
}

export const DELIVERY_CHECKS: readonly Check[] = [
  {
    invariant: 12,
    promise: 'Every event arrives, at misbehaving receivers as well',
    judge: judgeArrivals,
  },
  {
    invariant: 13,
    promise: 'Every attempt carries the recorded body and one id',
    judge: judgeBodies,
  },
  { invariant: 13, promise: 'Every signature verifies', judge: judgeSignatures },
  { invariant: 13, promise: 'Every attempt has a signature of its own', judge: judgeRetries },
  {
    invariant: 14,
    promise: `Good receivers hear of 95 of 100 events within ${HEALTHY_P95_MS / 1000} s, kills included`,
    judge: judgeDelays,
  },
  {
    invariant: 17,
    promise: 'A removed webhook gets no new attempt',
    judge: judgeRemoved,
  },
];
