import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { firstNumber, type LoadOptions, type LoadResult } from './load.ts';
import { runLoadApart } from './load-apart.ts';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');
const HAS_WRK = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;

/** The generator's name, for a benchmark's conditions. */
export const LIGHT_LOAD = HAS_WRK ? 'load from wrk' : 'load from Node.js';

/** What wrk.lua prints. */
interface Counted {
  readonly requests: number;
  readonly microseconds: number;
  readonly p95: number;
  readonly refused: number;
  readonly broken: number;
}

/** Result of a load in which every answer was a success. */
export type LightResult = Pick<LoadResult, 'requests' | 'perSecond' | 'p95'>;
type LightOptions = LoadOptions & { readonly port: number };

/**
 * Keeps every connection busy with wrk, which like `pgbench` is written in C, or with our own
 * generator if wrk isn't installed. Throws if any answer isn't a success.
 */
export async function runLightLoad(options: LightOptions): Promise<LightResult> {
  if (HAS_WRK) return runWrk(options);
  const result = await runLoadApart(options);
  if (result.statuses['200'] !== result.requests) {
    throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}`);
  }
  return result;
}

async function runWrk(options: LightOptions): Promise<LightResult> {
  const { port, connections, seconds, requests } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-wrk-'));
  for (const [place, request] of requests.entries()) {
    writeFileSync(join(folder, String(place + 1)), request);
  }
  try {
    const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', SCRIPT];
    const given = ['--', folder, String(requests.length), String(firstNumber())];
    const counted = await count([...load, `http://127.0.0.1:${port}`, ...given]);
    return {
      requests: counted.requests,
      perSecond: (counted.requests / counted.microseconds) * 1_000_000,
      p95: counted.p95 / 1_000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function count(args: readonly string[]): Promise<Counted> {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const found = /^RESULT (.*)$/m.exec(output);
  if (!found?.[1]) throw new Error(`wrk failed: ${output}`);
  const counted: Counted = JSON.parse(found[1]);
  if (counted.refused + counted.broken > 0) throw new Error(`Unexpected answers: ${output}`);
  return counted;
}
