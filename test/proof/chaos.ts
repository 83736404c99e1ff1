// The chaos run: npm run chaos -- --minutes 30 --seed 7. With takeovers of the database server: npm
// run chaos -- --failover --takeovers 50. On a Citus cluster whose nodes are killed, too: npm run
// chaos -- --cluster. Starts everything itself; exits with 1 if a check fails.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { showProgress } from './chaos/progress.ts';
import { summaryOf } from './chaos/report.ts';
import type { Result } from './chaos/result.ts';
import { runChaos } from './chaos/run.ts';
import { stoppedBySignals } from './chaos/stopping.ts';
import { type Kind, keepResults, writeProof } from './proof-page.ts';

const options = new Command('chaos')
  .option('--minutes <number>', 'duration of the faults', '5')
  .option('--seed <numbers>', 'the same seed gives the same plan; several: 1,2,3')
  .option('--renewals <number>', 'subscriptions that are due at the start', '0')
  .option('--database <url>', 'PostgreSQL server to use instead of starting one')
  .option('--cluster', 'a Citus cluster of its own, whose nodes are killed, too')
  .option('--failover', 'a cluster of deploy/patroni whose primary is lost repeatedly')
  .option('--takeovers <number>', 'how often', '8')
  .option('--writes <number>', 'signed writes per second in addition to the other work', '200')
  .option('--asynchronous', 'without synchronous mode: reports what is lost')
  .option('--json <folder>', 'folder for the results', tmpdir())
  .option('--report', 'saves the results and rewrites docs/proof.md')
  .option('--rewrite', 'no run: rewrites docs/proof.md from the saved results')
  .parse()
  .opts();

const signal = stoppedBySignals();

if (options.rewrite) {
  writeProof();
} else {
  const seeds = String(options.seed ?? Date.now() % 100_000).split(',');
  const results: Result[] = [];
  for (const seed of seeds) results.push(await run(Number(seed)));
  if (options.report) keepResults(kindOf(), results);
  process.exit(results.every(({ isGreen }) => isGreen) ? 0 : 1);
}

function kindOf(): Kind {
  if (options.asynchronous) return 'asynchronous';
  if (options.failover) return 'failover';
  return options.cluster ? 'cluster' : 'faults';
}

async function run(seed: number): Promise<Result> {
  const result = await runChaos({
    seed,
    minutes: Number(options.minutes),
    renewals: Number(options.renewals),
    serverUrl: options.database,
    isDistributed: options.cluster === true,
    failover:
      options.failover || options.asynchronous
        ? {
            takeovers: Number(options.takeovers),
            isSynchronous: !options.asynchronous,
            writesPerSecond: Number(options.writes),
          }
        : null,
    signal,
    onProgress: showProgress(process.stderr),
  });
  const json = join(options.json, `tillgate-chaos-${seed}.json`);
  await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${summaryOf(result)}\nResult: ${json}\n`);
  return result;
}
