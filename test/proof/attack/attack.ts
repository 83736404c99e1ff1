import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '../../support/service-process.ts';
import { countThrough } from './allowances.ts';
import type { AttackOrder } from './attacker-main.ts';
import { SCENARIOS } from './scenarios.ts';
import { settle } from './settle.ts';
import { BYSTANDER, call, residentMb, type Target } from './target.ts';

/** Megabytes that the process may have at any time. */
export const MAX_MB = { embedded: 900, server: 600 };
/** How much slower a bystander's slowest hundredth may become, or so many milliseconds at all. */
const MAX_SLOWDOWN = 2;
const UNFELT_MS = 100;

export type Engine = keyof typeof MAX_MB;

export interface Finding {
  readonly scenario: string;
  readonly quietMs: number;
  readonly attackedMs: number;
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
  /** Asked once everything is there, before the first attack. */
  readonly collect?: () => Promise<{ readonly residentMb: number }>;
}

/** Runs the scenarios for the time each, beside a merchant who goes on working. */
export async function attackService(
  service: ServiceProcess,
  engine: Engine,
  attackMs: number,
  { only = () => true, report = () => {}, collect }: AttackOptions = {},
): Promise<{ readonly findings: readonly Finding[]; readonly before: number }> {
  const findings: Finding[] = [];
  const { target, cookie } = await settle(service);
  const attackers = await startAttackers();
  const before = (await collect?.())?.residentMb ?? 0;
  for (const [scenario, { name }] of SCENARIOS.entries()) {
    if (!only(name)) continue;
    const finding = await runScenario(attackers, target, cookie, scenario, engine, attackMs);
    report(finding);
    findings.push(finding);
    await pause(500);
  }
  attackers.end();
  return { findings, before };
}

async function runScenario(
  attackers: Attackers,
  target: Target,
  cookie: string,
  scenario: number,
  engine: Engine,
  attackMs: number,
): Promise<Finding> {
  const quiet = await standBy(target, cookie, AbortSignal.timeout(attackMs / 2));
  const over = new AbortController();
  const [statuses, attacked] = await Promise.all([
    attackers.attack({ scenario, target, attackMs }).finally(() => over.abort()),
    standBy(target, cookie, over.signal),
  ]);
  const name = SCENARIOS[scenario]?.name ?? '';
  const isFault = (status: number) => status >= 500;
  const faults = [...statuses, ...attacked.statuses].filter(isFault).length;
  const { through, allowed } = countThrough(name, statuses, attackMs);
  const isAlive = attacked.statuses.at(-1) === 200;
  const slow = attacked.slowMs > Math.max(quiet.slowMs * MAX_SLOWDOWN, UNFELT_MS);
  const failures = [
    ...(isAlive ? [] : ['gone']),
    ...(slow ? ['felt by the bystander'] : []),
    ...(attacked.maxMb > MAX_MB[engine] ? ['too much memory'] : []),
    ...(faults > 0 ? ['faults'] : []),
    ...(through > allowed ? ['more got through than may'] : []),
  ];
  return {
    ...{ scenario: name, quietMs: quiet.slowMs, attackedMs: attacked.slowMs },
    ...{ maxMb: attacked.maxMb, faults, isAlive, through, allowed, failures },
  };
}

const attackerMain = fileURLToPath(new URL('./attacker-main.ts', import.meta.url));

/** Attackers in a process of their own, so that their work delays nobody who measures. */
interface Attackers {
  /** Runs a scenario; gives the statuses of its answers. */
  attack(order: AttackOrder): Promise<number[]>;
  end(): void;
}

async function startAttackers(): Promise<Attackers> {
  const child = fork(attackerMain, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  const next = async () => {
    const [said] = await Promise.race([once(child, 'message'), ended]);
    return said;
  };
  await next();
  return {
    attack: async (order) => {
      child.send(order);
      const statuses = await next();
      if (!Array.isArray(statuses)) throw new Error(`The attackers ended with ${statuses}`);
      return statuses;
    },
    end: () => child.disconnect(),
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
