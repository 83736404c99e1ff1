import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from '../client/search-options.ts';
import type { DocPage, Section } from './page.ts';
import { slugOf } from './render-markdown.ts';

/** Characters of a section that are searched: enough for what it is about. */
const MAX_TEXT = 4_000;
/** Characters of a section that a result shows. */
const MAX_EXCERPT = 110;

/** The index of all pages, section by section, as the browser loads it. */
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
    // What an action's errors or an event's fields begin with is the same on every page.
    excerpt: excerptOf(page, ALIKE.includes(page.section) ? page.summary : words),
  };
}

const ALIKE: readonly Section[] = ['Actions', 'Events'];

/** Where the page is, since a guide and the contract can have one name, and its first words. */
function excerptOf({ section }: DocPage, words: string): string {
  const short =
    words.length > MAX_EXCERPT ? `${words.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …` : words;
  return `${section} · ${short}`;
}

/** The words without their markup. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-|]+\|$/gm, '')
    .replaceAll(/[*`|#>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
