import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';
import { countThrough } from './allowances.ts';
import { type Attackers, type Sink, startAttackers, startSink } from './processes.ts';
import { SCENARIOS } from './scenarios.ts';
import { settle } from './settle.ts';
import { BYSTANDER, call, residentMb, type Target } from './target.ts';

/** Megabytes that the process may have at any time. */
export const MAX_MB = { embedded: 900, server: 600 };
/**
 * How much slower a bystander's slowest hundredth may become: than when it is quiet, or, where attackers
 * alone slow the machine down by more, than in the control. So many milliseconds at all are allowed.
 */
const MAX_SLOWDOWN = 2;
const UNFELT_MS = 100;

export type Engine = keyof typeof MAX_MB;

export interface Finding {
  readonly scenario: string;
  readonly quietMs: number;
  readonly attackedMs: number;
  /** Beside the same attack on a server that does nothing but answer; null where it wasn't made. */
  readonly controlMs: number | null;
  readonly maxMb: number;
  /** Answers of 5xx, the attacker's and the bystander's. */
  readonly faults: number;
  readonly isAlive: boolean;
  /** Answers that the defense let through, and the most that it may. */
  readonly through: number;
  readonly allowed: number;
  /** What went wrong, in words. */
  readonly failures: readonly string[];
}

export interface AttackOptions {
  readonly only?: (name: string) => boolean;
  readonly report?: (finding: Finding) => void;
  /** Repeats each attack on a server that does nothing but answer, for half the time. */
  readonly hasControl?: boolean;
  /** Asked once everything is there, before the first attack. */
  readonly collect?: () => Promise<{ readonly residentMb: number }>;
}

/** Runs the scenarios for the time each, beside a merchant who goes on working. */
export async function attackService(
  service: ServiceProcess,
  engine: Engine,
  attackMs: number,
  { only = () => true, report = () => {}, hasControl = false, collect }: AttackOptions = {},
): Promise<{ readonly findings: readonly Finding[]; readonly before: number }> {
  const findings: Finding[] = [];
  const { target, cookie } = await settle(service);
  const attackers = await startAttackers();
  const sink = hasControl ? await startSink() : null;
  const before = (await collect?.())?.residentMb ?? 0;
  for (const [scenario, { name }] of SCENARIOS.entries()) {
    if (!only(name)) continue;
    const setup = { attackers, sink, target, cookie };
    const finding = await runScenario(setup, scenario, engine, attackMs);
    report(finding);
    findings.push(finding);
    await pause(500);
  }
  attackers.end();
  sink?.end();
  return { findings, before };
}

interface Setup {
  readonly attackers: Attackers;
  readonly sink: Sink | null;
  readonly target: Target;
  readonly cookie: string;
}

async function runScenario(
  { attackers, sink, target, cookie }: Setup,
  scenario: number,
  engine: Engine,
  attackMs: number,
): Promise<Finding> {
  const quiet = await standBy(target, cookie, AbortSignal.timeout(attackMs / 2));
  const attack = async (attacked: Target, attackMs: number) => {
    const over = new AbortController();
    return Promise.all([
      attackers.attack({ scenario, target: attacked, attackMs }).finally(() => over.abort()),
      standBy(target, cookie, over.signal),
    ]);
  };
  const [answers, attacked] = await attack(target, attackMs);
  await sink?.answerLike(answers);
  const control = sink && (await attack({ ...target, baseUrl: sink.url }, attackMs / 2))[1];
  const statuses = answers.map(({ status }) => status);
  const controlMs = control?.slowMs ?? null;
  const name = SCENARIOS[scenario]?.name ?? '';
  const isFault = (status: number) => status >= 500;
  const faults = [...statuses, ...attacked.statuses].filter(isFault).length;
  const { through, allowed } = countThrough(name, statuses, attackMs);
  const isAlive = attacked.statuses.at(-1) === 200;
  const slow =
    attacked.slowMs > Math.max(Math.max(quiet.slowMs, controlMs ?? 0) * MAX_SLOWDOWN, UNFELT_MS);
  const failures = [
    ...(isAlive ? [] : ['gone']),
    ...(slow ? ['felt by the bystander'] : []),
    ...(attacked.maxMb > MAX_MB[engine] ? ['too much memory'] : []),
    ...(faults > 0 ? ['faults'] : []),
    ...(through > allowed ? ['more got through than may'] : []),
  ];
  return {
    ...{ scenario: name, quietMs: quiet.slowMs, attackedMs: attacked.slowMs, controlMs },
    ...{ maxMb: attacked.maxMb, faults, isAlive, through, allowed, failures },
  };
}

/** Some fifty calls a second; gives the time that all but a hundredth of them took at most. */
async function standBy(target: Target, cookie: string, signal: AbortSignal) {
  const times: number[] = [];
  const statuses: number[] = [];
  let maxMb = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const { status } = await call(target, BYSTANDER, 'merchant/get-session', '{}', { cookie });
    times.push(performance.now() - startedAt);
    statuses.push(status);
    maxMb = Math.max(maxMb, residentMb(target));
    await pause(20);
  }
  const sorted = times.sort((one, other) => one - other);
  const slowMs = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  return { slowMs, statuses, maxMb };
}
