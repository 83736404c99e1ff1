// The soak test: npm run soak -- --minutes 60 [--report]. Starts everything itself, on loopback;
// exits with 1 if a line isn't flat.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { showProgress } from './chaos/progress.ts';
import { stoppedBySignals } from './chaos/stopping.ts';
import { keepSoak } from './proof-page.ts';
import { runSoak } from './soak/run.ts';

const options = new Command('soak')
  .option('--minutes <number>', 'duration of the load', '60')
  .option('--seed <number>', 'the same seed gives the same plan', '1')
  .option('--json <folder>', 'folder for the result', tmpdir())
  .option('--report', 'saves the result and rewrites docs/proof.md')
  .parse()
  .opts();

const result = await runSoak({
  minutes: Number(options.minutes),
  seed: Number(options.seed),
  signal: stoppedBySignals(),
  onProgress: showProgress(process.stderr),
});
const json = join(options.json, 'tillgate-soak.json');
await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
for (const { title, first, last, rise, unit, holds } of result.verdicts) {
  const figures = `${first.toFixed(1)} to ${last.toFixed(1)} ${unit}, rise ${rise.toFixed(1)}`;
  process.stdout.write(`${holds ? 'held  ' : 'BROKEN'} ${title}: ${figures}\n`);
}
const { requestsPerSecond, faults } = result;
process.stdout.write(
  `${requestsPerSecond.toFixed(1)} requests a second, ${faults} faults; ${json}\n`,
);
for (const [kind, count] of Object.entries(result.faultsByKind)) {
  process.stdout.write(`${count} times ${kind}\n`);
}
if (options.report) keepSoak(result);
process.exit(result.isGreen ? 0 : 1);
