import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** Where `npm run dev:dashboard` finds the service. */
const SERVICE = process.env.PUBLIC_URL ?? 'http://127.0.0.1:4000';

/** Removes the scroll container of Mantine's tables from the first view: no page uses it. */
const tablesWithoutScrollArea: Plugin = {
  name: 'tables-without-scroll-area',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/ScrollArea.mjs') && importer?.endsWith('/TableScrollContainer.mjs')
      ? fileURLToPath(new URL('./no-scroll-area.ts', import.meta.url))
      : null,
};

const STYLED = /\/@mantine\/core\/esm\/.*\.mjs$/;
const CLASSES = /from "\.{1,2}\/(\w+)\.module\.mjs"/;

/** A component brings its own styles, after those of the components it consists of. */
const stylesOfComponents: Plugin = {
  name: 'styles-of-components',
  transform: (code, id) => {
    const name = STYLED.test(id) ? CLASSES.exec(code)?.[1] : undefined;
    return name ? { code: `${code}\nimport '@mantine/core/styles/${name}.css';`, map: null } : null;
  },
};

const OPENING = fileURLToPath(new URL('src/opening.ts', import.meta.url));
const SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/g;
const MANTINE = /\/node_modules\/(@mantine|@floating-ui)\//;
const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/react-first\.ts$/;

const SHEET = /<link rel="stylesheet" crossorigin href="([^"]+)">\s*/g;

/**
 * The built page fetches its scripts and style sheets ahead, and `opening.ts` runs and applies them,
 * so that nothing delays drawing the page's static content.
 */
const openInSteps: Plugin = {
  name: 'open-in-steps',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: OPENING, name: 'opening' });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const opening = Object.keys(bundle).find((file) => /\/opening-[^/]+\.js$/.test(file));
      const scripts = [...html.matchAll(SCRIPT)].map(([, path = '']) => path);
      if (!opening || scripts.length === 0) throw new Error('The page has no scripts');
      const sheets = [...html.matchAll(SHEET)].map(([, path = '']) => path);
      return {
        html: html.replace(SCRIPT, '').replace(SHEET, ''),
        tags: [
          script(`/dashboard/${opening}`),
          ...sheets.map((href) => ahead({ rel: 'preload', as: 'style', href })),
          ...scripts
            .filter((path) => !path.endsWith(opening))
            .map((href) => ahead({ rel: 'modulepreload', href })),
        ],
      };
    },
  },
};

const script = (src: string): HtmlTagDescriptor => ({
  ...{ tag: 'script', injectTo: 'head' },
  attrs: { type: 'module', crossorigin: true, src },
});

const ahead = (attrs: Readonly<Record<string, string>>): HtmlTagDescriptor => ({
  ...{ tag: 'link', injectTo: 'head' },
  attrs: { crossorigin: true, ...attrs },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [tablesWithoutScrollArea, stylesOfComponents, openInSteps, react()],
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    // No inlined assets: the content security policy allows `data:` in images only.
    assetsInlineLimit: 0,
    // The editor of the GraphQL explorer, which is loaded when it is opened.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The first view (start and home) is React, Mantine, the other libraries and our own code, each
    // compiled and run in a separate step, without code that only other pages use. Without `shared`,
    // a visit to another page would fetch sixty files.
    rolldownOptions: {
      output: {
        // The name of a shared file would list every page that shares it, and the first view
        // contains all names.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.replace(/~[^.]*/, '').replace(/\.(\w+)$/, '-[hash].$1')}`,
        codeSplitting: {
          groups: [
            { name: 'react', tags: ['$initial'], test: REACT, priority: 1 },
            { name: 'mantine', tags: ['$initial'], test: MANTINE, priority: 1 },
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 0.5 },
            { name: 'start', tags: ['$initial'], test: (id) => id !== OPENING },
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
