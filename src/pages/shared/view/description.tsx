import type { Texts } from '../../../texts/texts.ts';
import { renderMarkdown } from '../markdown.ts';

/** Characters of a description that stand in full; a longer one opens on request. */
const SHORT_DESCRIPTION = 600;

/** A merchant's description; a long one opens on request. */
export function Description({ text, texts }: { readonly text: string; readonly texts: Texts }) {
  // Rendered by markdown-it without HTML: see renderMarkdown.
  const body = (
    <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
  );
  if (text.length <= SHORT_DESCRIPTION) return body;
  return (
    <details>
      <summary>{texts.about}</summary>
      {body}
    </details>
  );
}
