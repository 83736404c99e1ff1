import { defineConfig } from 'vitest/config';

/** `npm run screenshots`: one file, which is no test of the suite. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/proof/screenshots.ts'],
    pool: 'forks',
    hookTimeout: 120_000,
    experimental: { fsModuleCache: true },
  },
});
