import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';
import { countThrough } from './allowances.ts';
import { type Attackers, type Sink, startAttackers, startSink } from './processes.ts';
import { SCENARIOS } from './scenarios.ts';
import { type Bystander, settle } from './settle.ts';
import { BYSTANDER, call, residentMb, type Target } from './target.ts';

/** Maximum megabytes of the process at any time. */
export const MAX_MB = { embedded: 900, server: 600 };
/**
 * Maximum slowdown of a bystander's p99: compared with a quiet service or, if attackers alone slow
 * the machine down more, with the control. Differences below this many milliseconds are ignored.
 */
const MAX_SLOWDOWN = 2;
const UNFELT_MS = 100;

export type Engine = keyof typeof MAX_MB;

export interface Finding {
  readonly scenario: string;
  /** Infinity if the delay isn't judged. */
  readonly quietMs: number;
  readonly attackedMs: number;
  /** Under the same attack on a server that only answers; null if that wasn't run. */
  readonly controlMs: number | null;
  readonly maxMb: number;
  /** 5xx answers to the attacker and the bystander. */
  readonly faults: number;
  readonly isAlive: boolean;
  /** Answers the defense let through, and the maximum allowed. */
  readonly through: number;
  readonly allowed: number;
  /** Descriptions of what went wrong. */
  readonly failures: readonly string[];
}

export interface AttackOptions {
  readonly only?: (name: string) => boolean;
  readonly report?: (finding: Finding) => void;
  /** Whether the bystander's delay is judged, by a quiet time before each attack; true by default. */
  readonly isTimed?: boolean;
  /** Repeats each attack on a server that only answers, for half the time. */
  readonly hasControl?: boolean;
  /** Called once everything is set up, before the first attack. */
  readonly collect?: () => Promise<{ readonly residentMb: number }>;
}

/** Runs each scenario for the given time, alongside a merchant who keeps working. */
export async function attackService(
  service: ServiceProcess,
  engine: Engine,
  attackMs: number,
  options: AttackOptions = {},
): Promise<{ readonly findings: readonly Finding[]; readonly before: number }> {
  const {
    only = () => true,
    report = () => {},
    isTimed = true,
    hasControl = false,
    collect,
  } = options;
  const findings: Finding[] = [];
  const { target, bystander } = await settle(service);
  const attackers = await startAttackers();
  const sink = hasControl ? await startSink() : null;
  const before = (await collect?.())?.residentMb ?? 0;
  for (const [scenario, { name }] of SCENARIOS.entries()) {
    if (!only(name)) continue;
    const setup = { attackers, sink, target, bystander, isTimed };
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
  readonly bystander: Bystander;
  readonly isTimed: boolean;
}

async function runScenario(
  { attackers, sink, target, bystander, isTimed }: Setup,
  scenario: number,
  engine: Engine,
  attackMs: number,
): Promise<Finding> {
  const isOver = isTimed ? AbortSignal.timeout(attackMs / 2) : AbortSignal.abort();
  const quiet = await standBy(target, bystander, isOver);
  const attack = async (attacked: Target, attackMs: number) => {
    const over = new AbortController();
    return Promise.all([
      attackers.attack({ scenario, target: attacked, attackMs }).finally(() => over.abort()),
      standBy(target, bystander, over.signal),
    ]);
  };
  const startedAt = performance.now();
  const [answers, attacked] = await attack(target, attackMs);
  // On a slow machine the last answers arrive long after the signal.
  const tookMs = Math.max(attackMs, performance.now() - startedAt);
  await sink?.answerLike(answers);
  const control = sink && (await attack({ ...target, baseUrl: sink.url }, attackMs / 2))[1];
  const statuses = answers.map(({ status }) => status);
  const controlMs = control?.slowMs ?? null;
  const name = SCENARIOS[scenario]?.name ?? '';
  const isFault = (status: number) => status >= 500;
  const faults = [...statuses, ...attacked.statuses].filter(isFault).length;
  const { through, allowed } = countThrough(name, statuses, tookMs);
  const isAlive = attacked.statuses.at(-1) === 200;
  const slow =
    attacked.slowMs > Math.max(Math.max(quiet.slowMs, controlMs ?? 0) * MAX_SLOWDOWN, UNFELT_MS);
  const failures = [
    ...(isAlive ? [] : ['gone']),
    ...(slow ? ['bystander slowed down'] : []),
    ...(attacked.maxMb > MAX_MB[engine] ? ['too much memory'] : []),
    ...(faults > 0 ? ['faults'] : []),
    ...(through > allowed ? ['more got through than allowed'] : []),
  ];
  return {
    ...{ scenario: name, quietMs: quiet.slowMs, attackedMs: attacked.slowMs, controlMs },
    ...{ maxMb: attacked.maxMb, faults, isAlive, through, allowed, failures },
  };
}

/** Up to sixty calls a second, every fourth of them a write; returns their p99 in milliseconds. */
async function standBy(target: Target, { cookie, storeId }: Bystander, signal: AbortSignal) {
  const times: number[] = [];
  const statuses: number[] = [];
  let maxMb = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const isWrite = times.length % 4 === 3;
    const written = JSON.stringify({ id: storeId, name: `Working ${times.length}` });
    const { status } = isWrite
      ? await call(target, BYSTANDER, 'store/update-store', written, { cookie })
      : await call(target, BYSTANDER, 'merchant/get-session', '{}', { cookie });
    times.push(performance.now() - startedAt);
    statuses.push(status);
    maxMb = Math.max(maxMb, residentMb(target));
    await pause(10);
  }
  const sorted = times.sort((one, other) => one - other);
  const slowMs = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  return { slowMs, statuses, maxMb };
}
