// The chaos run: npm run chaos -- --minutes 30 --seed 7 [--database postgres://…] [--json file]
// [--report docs/proof.md]. Starts everything itself, on loopback; ends with 1 when a check fails.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { showProgress } from './chaos/progress.ts';
import { proofPage, summaryOf } from './chaos/report.ts';
import type { Result } from './chaos/result.ts';
import { runChaos } from './chaos/run.ts';

const options = new Command('chaos')
  .option('--minutes <number>', 'time under faults', '5')
  .option('--seed <number>', 'the same seed makes the same plan', String(Date.now() % 100_000))
  .option('--renewals <number>', 'subscriptions that are due at the start', '0')
  .option('--database <url>', 'PostgreSQL server to use instead of one of its own')
  .option('--note <text>', 'what was done to the run by hand, for the page')
  .option('--from <file>', 'no run: writes the page of an earlier result')
  .option('--json <file>', 'where the result goes')
  .option('--report <file>', 'where the page goes, such as docs/proof.md')
  .parse()
  .opts<Record<string, string | undefined>>();

const result = options.from ? await readResult(options.from) : await run();
if (options.report) await writeFile(options.report, proofPage(result, options.note));
process.stdout.write(`${summaryOf(result)}\n`);
process.exit(result.isGreen ? 0 : 1);

async function readResult(file: string): Promise<Result> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function run(): Promise<Result> {
  const seed = Number(options.seed);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const made = await runChaos({
    seed,
    minutes: Number(options.minutes),
    renewals: Number(options.renewals),
    serverUrl: options.database,
    signal: stopping.signal,
    onProgress: showProgress(process.stderr),
  });
  const json = options.json ?? join(tmpdir(), `tillgate-chaos-${seed}.json`);
  await writeFile(json, `${JSON.stringify(made, null, 2)}\n`);
  process.stderr.write(`\nResult: ${json}\n`);
  return made;
}
