import { posix } from 'node:path';

/** Addresses of the project's Markdown files on the site, by their path in the project. */
export type Addresses = ReadonlyMap<string, string>;

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const CODE = /(^ *```[\s\S]*?^ *```$|`[^`\n]*`)/gm;

/**
 * The text of a project's file with links that work on the site. A link to what the site doesn't
 * have, such as a source file, leaves its words.
 */
export function withSiteLinks(text: string, file: string, addresses: Addresses): string {
  return outsideCode(text, (part) =>
    part.replaceAll(LINK, (link, picture: string, words: string, target: string) => {
      if (picture !== '' || /^(?:[a-z]+:|#|\/)/.test(target)) return link;
      const [path = '', anchor] = target.split('#');
      const address = addresses.get(posix.join(posix.dirname(file), path));
      if (address === undefined) return words;
      return `[${words}](${address}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Links between pages as links between their Markdown forms. */
export function withMarkdownLinks(text: string, isPage: (path: string) => boolean): string {
  return outsideCode(text, (part) =>
    part.replaceAll(LINK, (link, picture: string, words: string, target: string) => {
      const [path = '', anchor] = target.split('#');
      if (!isPage(path)) return link;
      return `${picture}[${words}](${markdownAddress(path)}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Where a page is as Markdown: `/docs/signing.md`, `/docs/index.md`. */
export function markdownAddress(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`;
}

function outsideCode(text: string, change: (part: string) => string): string {
  // A link can have code in its words: those are kept aside, and put back.
  const kept: string[] = [];
  const bare = text.replaceAll(CODE, (code) => `\uE000${kept.push(code) - 1}\uE000`);
  return change(bare).replaceAll(/\uE000(\d+)\uE000/g, (_mark, index) => kept[Number(index)] ?? '');
}
