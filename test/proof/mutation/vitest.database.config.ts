import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest requires it.
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['src/domain/{subscription-order,refund-ticket}/*.test.ts', 'src/delivery/*.test.ts'],
    // Whole processes and hundreds of random paths: each mutation would take a minute.
    exclude: ['**/{killed-workers,renewal-chaos,model,ticket-model,outage,safe-post}.test.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
