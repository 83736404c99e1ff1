import { posix } from 'node:path';

/** URLs of the project's Markdown files on the site, by their path in the project. */
export type Addresses = ReadonlyMap<string, string>;

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const CODE = /(^ *```[\s\S]*?^ *```$|`[^`\n]*`)/gm;

/**
 * The text of a project file with links that work on the site. A link to something that isn't on
 * the site, such as a source file, is replaced by its text.
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

/** Replaces links between pages with links between their Markdown versions. */
export function withMarkdownLinks(text: string, isPage: (path: string) => boolean): string {
  return outsideCode(text, (part) =>
    part.replaceAll(LINK, (link, picture: string, words: string, target: string) => {
      const [path = '', anchor] = target.split('#');
      if (!isPage(path)) return link;
      return `${picture}[${words}](${markdownAddress(path)}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** The URL of a page's Markdown version: `/docs/signing.md`, `/docs/index.md`. */
export function markdownAddress(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`;
}

function outsideCode(text: string, change: (part: string) => string): string {
  // A link's text can contain code, so code is set aside and restored.
  const kept: string[] = [];
  const bare = text.replaceAll(CODE, (code) => `\uE000${kept.push(code) - 1}\uE000`);
  return change(bare).replaceAll(/\uE000(\d+)\uE000/g, (_mark, index) => kept[Number(index)] ?? '');
}
