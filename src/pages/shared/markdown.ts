import MarkdownIt from 'markdown-it';
import { parseHttpUrl } from '../../kit/url.ts';

const MAX_LINK_LENGTH = 2_048;
/** The product's name is the page's second heading: its description begins one below. */
const TOP_HEADING = 3;
const LOWEST_HEADING = 6;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.validateLink = (url) => parseHttpUrl(url, MAX_LINK_LENGTH) !== null;
markdown.core.ruler.push('page-rules', ({ tokens }) => {
  let level = TOP_HEADING - 1;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      // No level is left out on the way down, which would mislead anyone who listens to the page.
      const wanted = Number(token.tag.slice(1)) + TOP_HEADING - 1;
      level = Math.min(wanted, level + 1, LOWEST_HEADING);
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
// A picture in a description would let its host watch the visitors: its words take its place.
markdown.renderer.rules.image = (tokens, index) =>
  markdown.utils.escapeHtml(tokens[index]?.content ?? '');
// Alignment of a column comes as a style attribute, which the page's policy refuses.
markdown.renderer.rules.th_open = () => '<th>';
markdown.renderer.rules.td_open = () => '<td>';
// The language of a code block comes as a class name, which the page has no use for.
markdown.renderer.rules.fence = (tokens, index) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;

/** What stands between two blocks. */
const SPACE = { type: 'text', content: ' ' };

/** The words of a markdown text, without its marks, up to a length. */
export function plainText(text: string, longest: number): string {
  const words = markdown
    .parse(text, {})
    .flatMap(({ type, children }) => children ?? (type.endsWith('_close') ? [SPACE] : []))
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : content));
  const plain = words.join('').replace(/\s+/g, ' ').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).trimEnd()}…`;
}

/** A merchant's markdown as HTML that holds no script, no style and no link but http(s). */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
