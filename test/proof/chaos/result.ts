import { arch, cpus, platform, totalmem } from 'node:os';
import { sql } from '../../../src/database/database.ts';
import type { FailoverFound } from '../failover/storm.ts';
import type { Judged } from './checks/all-checks.ts';
import type { Cluster } from './cluster.ts';
import { type Fault, isKill } from './fault-log.ts';
import { groupBy } from './group.ts';
import type { Journal } from './journal.ts';
import type { Stage } from './stage.ts';

/** Maximum findings saved per check; the rest are only counted. */
const MAX_KEPT = 10;

export type Counts = Readonly<Record<string, number>>;

/** The result of a run, as JSON. */
export interface Result {
  readonly seed: number;
  readonly minutes: number;
  readonly renewals: number;
  readonly startedAt: string;
  readonly stormSeconds: number;
  readonly database: string;
  readonly machine: string;
  readonly kills: number;
  readonly faults: Counts;
  readonly requestsByStatus: Counts;
  readonly requestsPerSecond: number;
  readonly writes: Counts;
  readonly paths: Counts;
  readonly steps: Counts;
  readonly attempts: Counts;
  readonly charges: Counts;
  readonly logged: Counts;
  readonly checks: readonly CheckResult[];
  /** Null in a run without takeovers. */
  readonly failover: FailoverFound | null;
  readonly isGreen: boolean;
}

export interface CheckResult {
  readonly invariant: number;
  readonly promise: string;
  readonly cases: number;
  readonly faultCount: number;
  readonly faults: readonly string[];
}

interface Run {
  readonly seed: number;
  readonly minutes: number;
  readonly renewals: number;
  readonly startedAt: Date;
  readonly stormSeconds: number;
  readonly cluster: Cluster;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly faults: readonly Fault[];
  readonly judged: readonly Judged[];
  readonly failover: FailoverFound | null;
}

export async function resultOf(run: Run): Promise<Result> {
  const { journal, faults, judged, stage, stormSeconds } = run;
  const { exchanges } = journal;
  const checks = judged.map(({ invariant, promise, cases, faults: found }) => ({
    ...{ invariant, promise, cases, faultCount: found.length, faults: found.slice(0, MAX_KEPT) },
  }));
  return {
    ...{ seed: run.seed, minutes: run.minutes, renewals: run.renewals },
    ...{ startedAt: run.startedAt.toISOString() },
    ...{ stormSeconds: Math.round(stormSeconds), database: run.cluster.description },
    machine: machineOf(),
    kills: faults.filter(isKill).length,
    faults: countBy(faults, ({ kind }) => kind),
    requestsByStatus: countBy(exchanges, ({ status }) => String(status ?? 'no answer')),
    requestsPerSecond: Math.round((exchanges.length / stormSeconds) * 10) / 10,
    writes: countBy(journal.writes, ({ outcome }) => outcome),
    paths: {
      ...pathsOf(run),
      ...named(journal, /^(?!step: |hostile: |published |logged: )/),
    },
    steps: named(journal, /^step: |^hostile: /),
    attempts: await attemptsOf(stage),
    charges: await chargesOf(stage),
    logged: named(journal, /^logged: /),
    checks,
    failover: run.failover,
    isGreen: checks.every(({ faultCount }) => faultCount === 0),
  };
}

/** The machine it ran on. */
export function machineOf(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory} GB, ${platform()} ${arch()}, Node ${process.version}`;
}

/** What the run encountered besides the faults themselves. */
function pathsOf({ journal: { exchanges }, stage: { places } }: Run): Counts {
  return {
    'connections cut at COMMIT': sum(places.map(({ link }) => link?.commits.cuts ?? 0)),
    'starts that failed': sum(places.map((place) => place.failedStarts())),
    'stored answers replayed': exchanges.filter(({ isReplay }) => isReplay).length,
    'requests without an answer': exchanges.filter(({ status }) => status === null).length,
    'keys met in flight': exchanges.filter(({ status }) => status === 409).length,
  };
}

async function attemptsOf({ database }: Stage): Promise<Counts> {
  const found = await database.query<{ name: string; count: number }>(sql`
    select coalesce(failure, 'answered ' || http_status, 'no answer') as name, count(*)::int as count
    from webhook_attempt group by 1 order by 2 desc`);
  return Object.fromEntries(found.map(({ name, count }) => [name, count]));
}

async function chargesOf({ database }: Stage): Promise<Counts> {
  const found = await database.query<{ name: string; count: number }>(sql`
    select coalesce(behavior, 'no card') || ', ' || status as name, count(*)::int as count
    from sandbox_charge left join sandbox_token using (token) group by 1 order by 1`);
  return Object.fromEntries(found.map(({ name, count }) => [name, count]));
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Counts {
  const groups = [...groupBy(items, nameOf)].sort(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(groups.map(([name, group]) => [name, group.length]));
}

function named({ counts }: Journal, pattern: RegExp): Counts {
  const found = [...counts].filter(([name]) => pattern.test(name));
  return Object.fromEntries(found.sort(([one], [other]) => one.localeCompare(other)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
