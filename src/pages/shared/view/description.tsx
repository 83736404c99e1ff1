import { renderMarkdown } from '../../../kit/markdown.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Maximum characters shown in full; a longer description is collapsed. */
const SHORT_DESCRIPTION = 600;

/** A merchant's description, collapsed if it is long. */
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
