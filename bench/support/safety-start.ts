import { createScanner } from '../../src/safety/scanner.ts';

/** Run as a separate process: prints what loading the check costs, as JSON. */
const MEGABYTE = 2 ** 20;

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + Math.max(arrayBuffers, external);
}

const before = memory();
const usage = process.cpuUsage();
const scanner = createScanner();
const { user, system } = process.cpuUsage(usage);
const grown = memory() - before;
if (scanner.problems.length > 0) throw new Error(scanner.problems.join('\n'));
process.stdout.write(JSON.stringify({ ms: (user + system) / 1_000, megabytes: grown / MEGABYTE }));
