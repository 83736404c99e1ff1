import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const project = join(import.meta.dirname, '../..');
const HEADING = /^(#{1,6}) (.+)$/;
const FENCE = /^ *```/;
const ANCHOR = /<a id="([^"]+)"><\/a>/g;
const TABLE = '| Status | Message | Layer | When |';
const ROW = /^\| (\d{3}) \| `(.+)` \| (\w+) \| .*\|$/;

/** A row of an error table on a contract page. */
export type ErrorLine = readonly [status: number, message: string, layer: string];

/** The content under one heading of a page. */
export interface Section {
  readonly page: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The sections of a Markdown page, without fenced blocks. */
export function sectionsOf(page: string): Section[] {
  const sections: (Section & { lines: string[] })[] = [];
  let fenced = false;
  for (const line of readFileSync(join(project, page), 'utf8').split('\n')) {
    if (FENCE.test(line)) fenced = !fenced;
    if (fenced) continue;
    const heading = HEADING.exec(line)?.[2];
    if (heading !== undefined) sections.push({ page, heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The error table of a section; empty if there is none. */
export function errorLinesOf({ lines }: Section): ErrorLine[] {
  const start = lines.indexOf(TABLE);
  if (start === -1) return [];
  return lines
    .slice(start + 2)
    .slice(0, Math.max(0, lines.slice(start).indexOf('') - 2))
    .map((line) => {
      const [, status, message, layer] = ROW.exec(line) ?? [];
      if (!status || !message || !layer) throw new Error(`Not a row of an error table: ${line}`);
      return [Number(status), message.replaceAll('\\|', '|'), layer] as const;
    });
}

/** All anchors of a page: its headings as GitHub names them, and explicit ids. */
export function anchorsOf(page: string): string[] {
  const headings = sectionsOf(page).map(({ heading }) => slugOf(heading));
  const ids = [...readFileSync(join(project, page), 'utf8').matchAll(ANCHOR)];
  return [...headings, ...ids.map(([, id]) => id as string)];
}

function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The project's Markdown pages, by path. */
export function markdownPages(): string[] {
  const roots = readdirSync(project).filter((name) => name.endsWith('.md'));
  return [...roots, ...filesIn('docs').filter((path) => path.endsWith('.md'))];
}

/** Every file below a folder of the project, by path. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(project, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules') return [];
    return statSync(join(project, path)).isDirectory() ? filesIn(path) : [path];
  });
}

/** The broken links of a Markdown page: missing files or missing anchors. */
export function brokenLinksOf(page: string): string[] {
  const text = readFileSync(join(project, page), 'utf8').replaceAll(
    /^ *```[\s\S]*?^ *```|`[^`\n]*`/gm,
    '',
  );
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^(?:[a-z]+:|\/\/)/.test(target) && !leadsSomewhere(page, target))
    .map((target) => `${page}: ${target}`);
}

/** Broken mentions of the contract in a file (`docs/contract/errors.md#precedence`). */
export function brokenMentionsIn(path: string): string[] {
  const text = readFileSync(join(project, path), 'utf8');
  return [...text.matchAll(/docs\/contract\/[\w-]+\.md(?:#[\w-]*)?/g)]
    .map(([mention]) => mention)
    .filter((mention) => !leadsSomewhere('README.md', mention))
    .map((mention) => `${path}: ${mention}`);
}

function leadsSomewhere(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page : relative(project, resolve(project, dirname(page), file));
  if (!existsSync(join(project, path))) return false;
  return anchor === undefined || !path.endsWith('.md') || anchorsOf(path).includes(anchor);
}

const CITATION =
  /(?:decisions?(?: records?)?|specification|invariants?|conventions?),? \d+(?:\.\d+)?|gaps\.md/gi;

/** Citations by a document's name and a number, without a link into the project. */
export function citationsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/docs\/(?:contract|decisions)\//.test(line))
    .flatMap((line) => line.match(CITATION) ?? []);
}

/** The same for a file of the project, each with the file's path. */
export function citationsInFile(path: string): string[] {
  const text = readFileSync(join(project, path), 'utf8');
  return citationsIn(text).map((citation) => `${path}: ${citation}`);
}
