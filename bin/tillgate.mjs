#!/usr/bin/env node
// The command line: builds what is stale, then runs it.
import { build } from '../scripts/build.mjs';

await build();
await import('../dist/cli/main.js');
