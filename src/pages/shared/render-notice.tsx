import { viewCheckout } from '../../domain/store/settings.ts';
import type { Language } from '../../kit/languages.ts';
import { type Texts, textsFor } from '../../texts/texts.ts';
import { basePath } from './base-path.ts';
import { themeStyle } from './theme.ts';
import { renderPage } from './view/layout.tsx';
import { Notice } from './view/notice.tsx';

/** A page that belongs to no store, in the default light or dark theme as the system prefers. */
export function renderNotice(
  publicUrl: string,
  nonce: string,
  language: Language,
  choose: (texts: Texts) => { readonly title: string; readonly text: string },
): string {
  const texts = textsFor(language);
  const { title, text } = choose(texts);
  return renderPage({
    texts,
    title,
    basePath: basePath(publicUrl),
    nonce,
    style: themeStyle(viewCheckout({}), 'visitor'),
    state: 'notice',
    children: (
      <div class="page">
        <Notice tone="plain" title={title} text={text} alone />
      </div>
    ),
  });
}
