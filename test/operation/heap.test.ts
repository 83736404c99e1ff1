import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { startService, withFolder } from '../support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';

const TEST_MS = 180_000;
/** Loaded first in every process: prints the flags that it gives V8. */
const PRINTING = `
const v8 = require('node:v8');
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  process.stdout.write(process.pid + ' has ' + flag + '\\n');
  setFlagsFromString(flag);
};
require('node:module').syncBuiltinESMExports();`;

const test = useTestApp();

it.each([
  ['the only process', 1, {}],
  ['the supervisor, the worker and each API process', 4, { PROCESSES: '2' }],
])('%s sets up its heap', { ...needs('server'), timeout: TEST_MS }, async (_, count, settings) => {
  await withFolder(async (folder) => {
    const file = join(folder, 'printing.cjs');
    await writeFile(file, PRINTING);
    const service = await startService(folder, {
      ...{ DATABASE_URL: test.databaseUrl as string, SECRET_KEY: TEST_SECRET_KEY },
      ...{ NODE_OPTIONS: `--require ${file}`, ...settings },
    });
    await service.stop();
    for (const flag of ['no-allocation-site-pretenuring', 'heap-growing-percent=100']) {
      const found = service.output().matchAll(new RegExp(`^(\\d+) has --${flag}$`, 'gm'));
      expect(new Set([...found].map(([, pid]) => pid)).size, flag).toBe(count);
    }
  });
});
