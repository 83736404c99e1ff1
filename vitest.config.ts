import { defineConfig } from 'vitest/config';

/** Suites that load a whole process for seconds: they run one at a time, after all others. */
const ALONE = ['test/operation/**/*.test.ts', 'test/gateway/two-processes.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    // A machine that stalls for seconds fails a test of deadlines; what fails twice is broken.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{src,test,safety,web}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // One process reads the service's modules once for all its files: a third of the time.
          isolate: false,
          // Each process of the embedded engine takes up to 800 MB.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
