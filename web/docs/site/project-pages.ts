import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Addresses, withSiteLinks } from './links.ts';
import type { DocPage, Section } from './page.ts';

export const root = join(import.meta.dirname, '../../..');

interface Source {
  /** Path from the project's root. */
  readonly file: string;
  readonly path: string;
  readonly section: Section;
  readonly label?: string;
}

/** Guides in navigation order; others follow. */
const GUIDES = [
  'authentication',
  'hosted-pages',
  'payments',
  'subscriptions',
  'refunds',
  'webhooks',
  'portal',
  'notifications',
  'graphql',
  'retries',
  'publishing',
  'going-live',
  'clients',
  'scaling',
];
/** Guides with their own URL. */
const FIRST: readonly Source[] = [
  { file: 'docs/guides/quick-start.md', path: '/docs/quick-start', section: 'Start' },
  { file: 'docs/guides/first-sale.md', path: '/docs/guides/first-sale', section: 'Start' },
];
const OPERATE: readonly Source[] = [
  { file: 'docs/operations.md', path: '/docs/operations', section: 'Operate' },
  { file: 'docs/reference/settings.md', path: '/docs/settings', section: 'Operate' },
  { file: 'docs/runbook.md', path: '/docs/runbook', section: 'Operate' },
  { file: 'docs/migrations.md', path: '/docs/migrations', section: 'Operate' },
  { file: 'docs/upgrading.md', path: '/docs/upgrading', section: 'Operate' },
  { file: 'docs/content-safety.md', path: '/docs/content-safety', section: 'Operate' },
  { file: 'docs/threat-model.md', path: '/docs/threat-model', section: 'Operate' },
  {
    ...{ file: 'docs/guides/adding-an-event.md', path: '/docs/guides/adding-an-event' },
    section: 'Operate',
  },
  { file: 'CHANGELOG.md', path: '/docs/changelog', section: 'Operate' },
];
/** Files that another page replaces. */
const ELSEWHERE: readonly (readonly [file: string, path: string])[] = [
  ['docs/reference/actions.md', '/docs/actions'],
  ['docs/reference/errors.md', '/docs/errors'],
  ['docs/guides/signing-vectors.json', '/docs/signing-vectors.json'],
  ['README.md', '/docs'],
];

/** Pages made from project files: guides, the contract, operators' documentation. */
export function projectPages(): DocPage[] {
  const sources = projectSources();
  const addresses: Addresses = new Map([
    ...sources.map(({ file, path }) => [file, path] as const),
    ...ELSEWHERE,
  ]);
  return sources.map((source) => pageOf(source, addresses));
}

function projectSources(): Source[] {
  const named = new Set([...FIRST, ...OPERATE].map(({ file }) => file));
  const guides = namesIn('docs/guides')
    .filter((name) => !named.has(`docs/guides/${name}.md`))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
  const contract = namesIn('docs/contract').filter((name) => name !== 'README');
  return [
    ...FIRST,
    ...guides.map((name) => source('docs/guides', name, '/docs/guides', 'Guides')),
    {
      ...{ file: 'docs/contract/README.md', path: '/docs/contract' },
      ...{ section: 'Contract' as const, label: 'Overview' },
    },
    { file: 'docs/contract/limits.md', path: '/docs/limits', section: 'Build', label: 'Limits' },
    ...contract
      .filter((name) => name !== 'limits')
      .map((name) => source('docs/contract', name, '/docs/contract', 'Contract')),
    ...OPERATE,
  ];
}

function rank(name: string): number {
  const place = GUIDES.indexOf(name);
  return place === -1 ? GUIDES.length : place;
}

function source(folder: string, name: string, path: string, section: Section): Source {
  return { file: `${folder}/${name}.md`, path: `${path}/${name}`, section };
}

function namesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''))
    .sort();
}

function pageOf({ file, path, section, label }: Source, addresses: Addresses): DocPage {
  const text = readFileSync(join(root, file), 'utf8');
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? path;
  // Drops "Part 4," from "Part 4, stores", because the number means little on its own.
  const title = capital(heading.replace(/^Part \d+[:,] /, ''));
  const markdown = withSiteLinks(text.replace(/^# .+$/m, `# ${title}`), file, addresses);
  const summary = firstSentence(markdown);
  return { path, section, title, summary, markdown, ...(label === undefined ? {} : { label }) };
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The page's first sentence, without markup. */
function firstSentence(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:(?![#|\->]|```|\d+\.).+\n?)+)/m.exec(markdown) ?? [];
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
