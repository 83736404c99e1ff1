import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { directionOf } from '../../../kit/languages.ts';
import type { Texts } from '../../../texts/texts.ts';
import {
  type Asset,
  script as checkoutScript,
  favicon,
  picturesScript,
  styleSheet,
} from '../assets.ts';

/** The state of a page that shows a payment in progress. */
const PENDING = 'pending';
/** How often such a page reloads itself without the script. */
const RELOAD_S = 5;

export interface LayoutProps {
  readonly texts: Texts;
  readonly title: string;
  /** Path of the service's root: empty, or that of `PUBLIC_URL`. */
  readonly basePath: string;
  readonly nonce: string;
  /** The theme's custom properties, from `themeStyle`. */
  readonly style: string;
  /** The favicon: the store's logo, or ours without one. */
  readonly icon?: string | null;
  /** The page's state, for the script. */
  readonly state: string;
  /** In addition to the checkout's style sheet. */
  readonly moreStyle?: Asset;
  /** The checkout's, unless the page has its own. */
  readonly script?: Asset | null;
  /** Whether search engines may list the page. */
  readonly isListed?: boolean;
  /** Link preview data (Open Graph). */
  readonly meta?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** One hosted page as HTML. */
export function renderPage(props: LayoutProps): string {
  return `<!doctype html>${renderToString(<Layout {...props} />)}`;
}

function Layout(props: LayoutProps) {
  const { texts, title, basePath, nonce, style, state, moreStyle, children } = props;
  const { script = checkoutScript, isListed = false, meta, icon } = props;
  return (
    <html lang={texts.locale} dir={directionOf(texts.locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isListed && <meta name="robots" content="noindex, nofollow" />}
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        {state === PENDING && (
          <noscript>
            <meta http-equiv="refresh" content={String(RELOAD_S)} />
          </noscript>
        )}
        {meta}
        <link rel="icon" href={icon ?? basePath + favicon.path} />
        <link rel="stylesheet" href={basePath + styleSheet.path} />
        {moreStyle && <link rel="stylesheet" href={basePath + moreStyle.path} />}
        {/* Computed from parsed numbers alone: see themeStyle. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
        <script type="module" src={basePath + picturesScript.path} />
        {script && <script type="module" src={basePath + script.path} />}
      </head>
      <body data-state={state}>{children}</body>
    </html>
  );
}
