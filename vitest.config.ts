import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/support/summary-reporter.ts';

/** Suites that put load on the machine: they run one at a time, after all others. */
const ALONE = ['test/operation/{processes,rolling-restart,shutdown}.test.ts'];
/** Suites that mostly wait, for killed servers and slow clients: more of them run at once. */
const WAITING = [
  'test/operation/{kill,patroni,takeover,signals,slow-client}.test.ts',
  'test/gateway/{two-processes,slow-connections,slow-refusals}.test.ts',
];

/** Comma-separated patterns of files to skip in this run. */
const LEFT_OUT = process.env.TEST_EXCLUDE?.split(',') ?? [];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts', 'test/support/statements/check.ts'],
    setupFiles: ['test/support/statements/record.ts', 'test/support/same-zone.ts'],
    reporters: ['default', new SummaryReporter()],
    pool: 'forks',
    // Compiled files are cached between runs, keyed by a hash of their source.
    experimental: { fsModuleCache: true },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default, a second, is too short for a browser on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{src,test,safety,web}/**/*.test.{ts,tsx}'],
          exclude: [...ALONE, ...WAITING, ...LEFT_OUT],
          // One process loads the service's modules once for all its files: a third of the time.
          isolate: false,
          // Each process of the embedded engine takes up to 800 MB.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'waiting',
          include: WAITING,
          exclude: LEFT_OUT,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: LEFT_OUT,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
