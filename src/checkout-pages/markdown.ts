import MarkdownIt from 'markdown-it';
import { parseHttpUrl } from '../kit/url.ts';

const LONGEST_LINK = 2_048;
/** The product's name is the page's second heading: its description begins one below. */
const HEADING_SHIFT = 2;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.validateLink = (url) => parseHttpUrl(url, LONGEST_LINK) !== null;
markdown.core.ruler.push('page-rules', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADING_SHIFT)}`;
    }
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

/** A merchant's markdown as HTML that holds no script, no style and no link but http(s). */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
