import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev:dashboard` finds the service. */
const SERVICE = process.env.PUBLIC_URL ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    // Assets are files of their own: the policy allows no data: but in images.
    assetsInlineLimit: 0,
    // The editor of the GraphQL explorer, which is loaded when it is opened.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What several pages use comes as one file, or a first visit would fetch sixty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 8 }],
        },
      },
    },
  },
  server: { proxy: { '/v1': SERVICE, '/sandbox': SERVICE, '/.well-known': SERVICE } },
});
