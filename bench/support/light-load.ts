import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type LoadOptions, type LoadResult, runLoad } from './load.ts';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');

interface Counted {
  readonly requests: number;
  readonly microseconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly refused: number;
  readonly broken: number;
}

/** What a load gives; every answer was a success. */
export type LightResult = Omit<LoadResult, 'ownCpu' | 'statuses'>;

let isInstalled: Promise<boolean> | null = null;

/** Names the generator for a benchmark's conditions. */
export async function loadName(): Promise<string> {
  return (await hasWrk()) ? 'load from wrk' : 'load from Node.js';
}

/**
 * Keeps every connection busy with wrk, which takes a fifth of the processor that a generator in
 * JavaScript does; with that one where wrk is not installed. Throws when an answer is no success.
 */
export async function runLightLoad(options: LoadOptions): Promise<LightResult> {
  if (await hasWrk()) return runWrk(options);
  const result = await runLoad(options);
  if (result.statuses['200'] !== result.requests) {
    throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}`);
  }
  return result;
}

function hasWrk(): Promise<boolean> {
  isInstalled ??= new Promise((resolve) => {
    const child = spawn('wrk', ['--version'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(true));
  });
  return isInstalled;
}

async function runWrk({ port, connections, seconds, requests }: LoadOptions): Promise<LightResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-wrk-'));
  for (const [place, request] of requests.entries()) {
    writeFileSync(join(folder, String(place + 1)), request);
  }
  const ports = [port].flat();
  try {
    const share = connections / ports.length;
    const script = ['-s', SCRIPT];
    const parts = await Promise.all(
      ports.map((one) => {
        const load = ['-t1', `-c${share}`, `-d${seconds}s`, '--latency', ...script];
        return count([...load, `http://127.0.0.1:${one}`, '--', folder, String(requests.length)]);
      }),
    );
    return add(parts);
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

function add(parts: readonly Counted[]): LightResult {
  const requests = parts.reduce((sum, part) => sum + part.requests, 0);
  const seconds = Math.max(...parts.map(({ microseconds }) => microseconds)) / 1_000_000;
  const worst = (pick: (part: Counted) => number) => Math.max(...parts.map(pick)) / 1_000;
  return {
    requests,
    seconds,
    perSecond: requests / seconds,
    p50: worst(({ p50 }) => p50),
    p95: worst(({ p95 }) => p95),
    p99: worst(({ p99 }) => p99),
  };
}
