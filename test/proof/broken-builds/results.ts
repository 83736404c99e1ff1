import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catcher } from './broken-build.ts';
import { BROKEN_BUILDS } from './broken-builds.ts';
import type { Judgement } from './judge.ts';

/** One broken build as `results.json` keeps it. */
export interface BuildResult extends Judgement {
  /** Numbers, with commas. */
  readonly invariants: string;
  readonly fault: string;
  /** Paths, with commas. */
  readonly brokenFile: string;
  readonly tests: readonly Catcher[];
  /** Of its test run. */
  readonly seconds: number;
  readonly ranAt: string;
}

const PATH = join(import.meta.dirname, 'results.json');

/** The latest result of every broken build that has been tried and is still there. */
export function readResults(): readonly BuildResult[] {
  const all = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as BuildResult[]) : [];
  const faults = BROKEN_BUILDS.map(({ fault }) => fault);
  return all
    .filter(({ fault }) => faults.includes(fault))
    .sort((one, other) => faults.indexOf(one.fault) - faults.indexOf(other.fault));
}

/** Puts the result in the place of an earlier one. */
export function keepResult(result: BuildResult): void {
  const others = readResults().filter(({ fault }) => fault !== result.fault);
  writeFileSync(PATH, `${JSON.stringify([...others, result], null, 2)}\n`);
}
