import { defineConfig } from 'vitest/config';

/** `npm run screenshots`: a single file that isn't part of the test suite. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/proof/screenshots.ts'],
    pool: 'forks',
    hookTimeout: 120_000,
    experimental: { fsModuleCache: true },
  },
});
