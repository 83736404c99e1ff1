// `npm run bench`: builds the service, runs every benchmark in turn, each in its own process, saves
// the results in bench/results.json and writes docs/performance.md. Names given as arguments select
// benchmarks; `--quick` only checks that they run. BENCH_DATABASE_URL names the PostgreSQL server;
// without it, benchmarks that need one are skipped. BENCH_CITUS_URL instead names the coordinator of
// a cluster (docs/guides/scaling.md); its results are printed but not saved.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeReport } from './report/page.ts';
import { benchServerUrl, isOnCluster } from './support/bench-server.ts';
import { readMachine } from './support/machine.ts';
import { NOT_ON_CLUSTER } from './support/not-on-cluster.ts';
import type { Result } from './support/result.ts';
import { keepMeasurement } from './support/results-file.ts';

/** Minutes after which a benchmark is killed. */
const MAX_MINUTES = 30;
/** Benchmarks that also run on the embedded engine. */
const WITHOUT_SERVER = [
  ...['create-product', 'first-hour', 'gateway', 'pages', 'safety', 'scan-endpoint', 'start'],
];

const folder = import.meta.dirname;
const root = join(folder, '..');
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'all.ts')
  .map((name) => name.slice(0, -3));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const load = loadavg()[0] as number;
const wanted = choose(positionals);
await run([join(root, 'scripts/build.mjs')], {});
const started = performance.now();
for (const [place, name] of wanted.entries()) {
  process.stdout.write(`# ${name} (${place + 1} of ${wanted.length})\n`);
  if (!(await measure(name))) process.exitCode = 1;
  if (!isOnCluster) writeReport();
}
const written = isOnCluster ? 'Results of a cluster are not saved.' : 'Wrote docs/performance.md.';
process.stdout.write(`${written} All of it took ${minutesSince(started)} minutes.\n`);

function choose(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  }
  if (isOnCluster) return (names.length > 0 ? names : all).filter(runsOnCluster);
  if (names.length > 0) return names;
  if (benchServerUrl) return all;
  const left = all.filter((name) => !WITHOUT_SERVER.includes(name));
  process.stdout.write(`Left out without BENCH_DATABASE_URL: ${left.join(', ')}\n`);
  return WITHOUT_SERVER;
}

/** Says why if it doesn't. */
function runsOnCluster(name: string): boolean {
  const why = NOT_ON_CLUSTER[name];
  if (why) process.stdout.write(`${name} is left out on a cluster: ${why}\n`);
  return why === undefined;
}

/** Whether it succeeded. The results of a failed benchmark are discarded. */
async function measure(name: string): Promise<boolean> {
  const machine = await readMachine(load, benchServerUrl);
  const temporary = mkdtempSync(join(tmpdir(), 'tillgate-bench-'));
  const file = join(temporary, 'results');
  const date = new Date().toISOString();
  const begun = performance.now();
  const settings = { BENCH_RESULT: file, ...(options.quick ? { BENCH_QUICK: '1' } : {}) };
  const isWell = await run([tsx, join(folder, `${name}.ts`)], settings);
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (isWell) {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const results = lines.map((line) => JSON.parse(line) as Result);
    const measurement = { date, seconds, isQuick: options.quick, machine, results };
    const isKept = isOnCluster || keepMeasurement(name, measurement);
    const kept = isKept ? '' : '; not saved because a full measurement exists';
    process.stdout.write(`  (${seconds} s, ${minutesSince(started)} minutes in all${kept})\n\n`);
  } else {
    process.stdout.write(`  ${name} failed; its previous figures are kept\n\n`);
  }
  rmSync(temporary, { recursive: true });
  return isWell;
}

async function run(args: readonly string[], settings: Record<string, string>): Promise<boolean> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const timer = setTimeout(() => child.kill('SIGTERM'), MAX_MINUTES * 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === 0;
}

function minutesSince(start: number): string {
  return ((performance.now() - start) / 60_000).toFixed(1);
}
