import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev:dashboard` finds the service. */
const SERVICE = process.env.PUBLIC_URL ?? 'http://127.0.0.1:4000';

/** Tables need a hook of seven lines of a library for menus, which the first view has no use for. */
const tablesWithoutMenus: Plugin = {
  name: 'tables-without-menus',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '@floating-ui/react' && importer?.endsWith('/ScrollArea.mjs')
      ? fileURLToPath(new URL('./merge-refs.ts', import.meta.url))
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [tablesWithoutMenus, react()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    // Assets are files of their own: the policy allows no data: but in images.
    assetsInlineLimit: 0,
    // The editor of the GraphQL explorer, which is loaded when it is opened.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // One file for the first view, the start and home, and nothing in it that only other pages use.
    // Those share files by who uses what, or a visit would fetch sixty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            {
              name: 'shared',
              minShareCount: 8,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': SERVICE, '/sandbox': SERVICE, '/.well-known': SERVICE } },
});
