import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from '../client/search-options.ts';
import type { DocPage, Section } from './page.ts';
import { slugOf } from './render-markdown.ts';

/** Maximum characters of a section that are indexed. */
const MAX_TEXT = 4_000;
/** Maximum characters of a section shown in a result. */
const MAX_EXCERPT = 110;

/** The index of all pages by section, in the form that the browser loads. */
export function searchIndex(pages: readonly DocPage[]): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  index.addAll(pages.flatMap(entriesOf));
  return JSON.stringify(index);
}

function entriesOf(page: DocPage): SearchEntry[] {
  const [top = '', ...sections] = page.markdown
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .split(/^(?=#{2,3} )/m);
  const whole = entry(page, page.path, '', top.replace(/^# .+$/m, ''));
  return [
    { ...whole, excerpt: excerptOf(page, page.summary) },
    ...sections.map((text) => {
      const heading = plain(/^#+ (.+)$/m.exec(text)?.[1] ?? '');
      return entry(page, `${page.path}#${slugOf(heading)}`, heading, text.replace(/^#.+$/m, ''));
    }),
  ];
}

function entry(page: DocPage, id: string, heading: string, text: string): SearchEntry {
  const words = plain(text);
  return {
    id,
    title: page.title,
    heading,
    text: words.slice(0, MAX_TEXT),
    // The start of an action's errors or an event's fields is the same on every page.
    excerpt: excerptOf(page, ALIKE.includes(page.section) ? page.summary : words),
  };
}

const ALIKE: readonly Section[] = ['Actions', 'Events'];

/** The page's section, since a guide and a contract page can share a name, and its first words. */
function excerptOf({ section }: DocPage, words: string): string {
  const short =
    words.length > MAX_EXCERPT ? `${words.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …` : words;
  return `${section} · ${short}`;
}

/** The text without markup. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-|]+\|$/gm, '')
    .replaceAll(/[*`|#>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
