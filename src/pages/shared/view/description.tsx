import { createCache, digestOf, textBytes } from '../../../kit/cache.ts';
import { renderMarkdown } from '../../../kit/markdown.ts';
import type { Texts } from '../../../texts/texts.ts';

/** Cached, because rendering a long description takes longer than the rest of its page. */
const rendered = createCache<string>({
  maxEntries: 1_000,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: textBytes,
});

/** Maximum characters shown in full; a longer description is collapsed. */
const SHORT_DESCRIPTION = 600;

/** A merchant's description, collapsed if it is long. */
export function Description({ text, texts }: { readonly text: string; readonly texts: Texts }) {
  // Rendered by markdown-it without HTML: see renderMarkdown.
  const html = rendered.get(digestOf(text), () => renderMarkdown(text));
  const body = <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
  if (text.length <= SHORT_DESCRIPTION) return body;
  return (
    <details>
      <summary>{texts.about}</summary>
      {body}
    </details>
  );
}
