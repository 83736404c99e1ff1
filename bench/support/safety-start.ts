import { createScanner } from '../../src/safety/scanner.ts';

/** In a process of its own: what it takes to load the check, as JSON on the standard output. */
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
