import MarkdownIt from 'markdown-it';
import { parseHttpUrl } from './url.ts';

const MAX_LINK_LENGTH = 2_048;
/** The product's name is a second-level heading, so its description starts one level below. */
const TOP_HEADING = 3;
const MAX_HEADING_LEVEL = 6;

/**
 * Brackets up to which a text may have links: each one starts a search through the rest of its
 * paragraph.
 */
const MAX_BRACKETS = 200;
/** Characters read for each character of plain text: the rest is markup. */
const READ_PER_CHARACTER = 10;

const full = makeParser();
const withoutLinks = makeParser().disable(['link', 'image', 'reference']);

function parserOf(text: string): ReturnType<typeof makeParser> {
  return text.split('[', MAX_BRACKETS + 2).length > MAX_BRACKETS + 1 ? withoutLinks : full;
}

function makeParser() {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (url) => parseHttpUrl(url, MAX_LINK_LENGTH) !== null;
  markdown.core.ruler.push('page-rules', ({ tokens }) => {
    let level = TOP_HEADING - 1;
    for (const token of tokens) {
      if (token.type === 'heading_open') {
        // Skipping a heading level would confuse screen reader users.
        const wanted = Number(token.tag.slice(1)) + TOP_HEADING - 1;
        level = Math.min(wanted, level + 1, MAX_HEADING_LEVEL);
      }
      if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = `h${level}`;
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') {
          child.attrSet('rel', 'noopener nofollow');
          child.attrSet('target', '_blank');
        }
      }
    }
  });
  // A picture in a description would let its host track visitors, so its alt text replaces it.
  markdown.renderer.rules.image = (tokens, index) =>
    markdown.utils.escapeHtml(tokens[index]?.content ?? '');
  // Column alignment is rendered as a style attribute, which the page's policy refuses.
  markdown.renderer.rules.th_open = () => '<th>';
  markdown.renderer.rules.td_open = () => '<td>';
  // A code block's language is rendered as a class name, which the page doesn't use.
  markdown.renderer.rules.fence = (tokens, index) =>
    `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
  return markdown;
}

/** The separator between two blocks. */
const SPACE = { type: 'text', content: ' ' };

/** The plain text of Markdown, up to a length. */
export function plainText(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength * READ_PER_CHARACTER);
  const words = parserOf(start)
    .parse(start, {})
    .flatMap(({ type, children }) => children ?? (type.endsWith('_close') ? [SPACE] : []))
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : content));
  const plain = words.join('').replace(/\s+/g, ' ').trim();
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).trimEnd()}…`;
}

/** A merchant's Markdown as HTML without scripts or styles, and with http(s) links only. */
export function renderMarkdown(text: string): string {
  return parserOf(text).render(text);
}
