import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catcher } from './broken-build.ts';
import { BROKEN_BUILDS } from './broken-builds.ts';
import type { Judgement } from './judge.ts';

/** One broken build's entry in `results.json`. */
export interface BuildResult extends Judgement {
  /** Numbers, separated by commas. */
  readonly invariants: string;
  readonly fault: string;
  /** Paths, separated by commas. */
  readonly brokenFile: string;
  readonly tests: readonly Catcher[];
  /** Of its test run. */
  readonly seconds: number;
  readonly ranAt: string;
}

const PATH = join(import.meta.dirname, 'results.json');

/** The latest result of every broken build that was run and still exists. */
export function readResults(): readonly BuildResult[] {
  const all = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as BuildResult[]) : [];
  const faults = BROKEN_BUILDS.map(({ fault }) => fault);
  return all
    .filter(({ fault }) => faults.includes(fault))
    .sort((one, other) => faults.indexOf(one.fault) - faults.indexOf(other.fault));
}

/** Replaces the build's previous result. */
export function keepResult(result: BuildResult): void {
  const others = readResults().filter(({ fault }) => fault !== result.fault);
  writeFileSync(PATH, `${JSON.stringify([...others, result], null, 2)}\n`);
}
