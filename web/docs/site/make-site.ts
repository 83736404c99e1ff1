import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { agentFiles } from './agents.ts';
import { calculator } from './calculator.tsx';
import { schemaFile } from './graphql-pages.ts';
import type { DocFile, DocPage } from './page.ts';
import { renderMarkdown } from './render-markdown.ts';
import { searchIndex } from './search-index.ts';
import { type Assets, renderShell } from './shell.tsx';
import { signingFiles } from './signing-page.ts';
import { sitePages } from './site.ts';
import { hashedName } from './write-site.ts';

const folder = join(import.meta.dirname, '..');
const ASSETS = '/docs/assets/';
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Every file of the documentation. */
export async function makeSite(): Promise<DocFile[]> {
  const pages = sitePages();
  const { assets, files } = await makeAssets(pages);
  const widgets = { calculator: calculator() };
  const shown = pages.map((page) => ({
    path: page.path,
    contentType: HTML,
    content: renderShell({
      ...{ page, pages, assets },
      rendered: renderMarkdown(page.markdown, widgets),
    }),
  }));
  const missing = { path: '/docs/404', contentType: HTML, content: notFound(pages, assets) };
  return [...shown, missing, ...files, ...agentFiles(pages), ...signingFiles(), schemaFile];
}

function notFound(pages: readonly DocPage[], assets: Assets): string {
  const page: DocPage = {
    path: '/docs',
    section: 'Start',
    title: 'Page not found',
    summary: 'This page doesn’t exist.',
    markdown:
      '# Page not found\n\nThis page doesn’t exist. Search, or start at [the overview](/docs).',
  };
  return renderShell({ page, pages, assets, rendered: renderMarkdown(page.markdown) });
}

/** Style sheet, scripts and index; their names contain a hash of their content. */
async function makeAssets(pages: readonly DocPage[]) {
  const first = await bundle('first.ts', 'iife');
  const main = await bundle('main.ts', 'es');
  const index = `export const index = ${JSON.stringify(searchIndex(pages))};`;
  const style = readFileSync(join(folder, 'docs.css'), 'utf8').replaceAll(/\s*\n\s*/g, '\n');
  const named = [
    file('docs.css', 'text/css; charset=utf-8', style),
    ...first.map(({ code }) => file('first.js', SCRIPT, code)),
    file('index.js', SCRIPT, index),
  ];
  const chunks = main.map(({ fileName, code }) => ({
    ...{ path: `${ASSETS}${fileName}`, contentType: SCRIPT, content: code },
  }));
  const [styleFile, firstFile, indexFile] = named as [DocFile, DocFile, DocFile];
  const assets: Assets = {
    style: styleFile.path,
    first: firstFile.path,
    main: (chunks.find(({ path }) => path.includes('/main-')) as DocFile).path,
    index: indexFile.path,
  };
  return { assets, files: [...named, ...chunks] };
}

function file(name: string, contentType: string, content: string): DocFile {
  return { path: `${ASSETS}${hashedName(name, content)}`, contentType, content };
}

async function bundle(name: string, format: 'es' | 'iife') {
  const made = await rolldown({ input: join(folder, 'client', name), logLevel: 'warn' });
  try {
    const { output } = await made.generate({
      format,
      minify: true,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
    });
    return output.filter((part) => part.type === 'chunk');
  } finally {
    await made.close();
  }
}
