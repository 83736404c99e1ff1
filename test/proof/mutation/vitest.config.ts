import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest requires it.
export default defineConfig({
  test: {
    include: ['src/kit/{money,proration,text,verify-webhook}.test.ts', 'src/contract/*.test.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 30_000,
  },
});
