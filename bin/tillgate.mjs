#!/usr/bin/env node
// Runs the service, or the command that was given; in a clone it first builds what is stale.
import { existsSync } from 'node:fs';

const isClone = existsSync(new URL('../src/', import.meta.url));
if (isClone) {
  const { buildFirst } = await import('../scripts/build-first.mjs');
  try {
    await buildFirst((line) => process.stderr.write(`${line}\n`));
  } catch ({ message }) {
    process.stderr.write(`tillgate: ${message}\n`);
    process.exit(1);
  }
}
const [command, ...rest] = process.argv.slice(2);
const isStart = (command ?? 'start') === 'start' && rest.length === 0;
if (isStart) process.stdout.write('Starting Tillgate\n');
await import(isStart ? '../dist/main.js' : '../dist/cli/main.js');
