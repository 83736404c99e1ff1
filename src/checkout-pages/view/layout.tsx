import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { script, styleSheet } from '../assets.ts';
import type { Texts } from '../texts.ts';

export interface LayoutProps {
  readonly texts: Texts;
  readonly title: string;
  /** Path of the service's root: empty, or that of `PUBLIC_URL`. */
  readonly basePath: string;
  readonly nonce: string;
  /** The theme's custom properties, from `themeStyle`. */
  readonly style: string;
  /** The page's state, for the script. */
  readonly state: string;
  readonly children?: ComponentChildren;
}

/** One hosted page as HTML. */
export function renderPage(props: LayoutProps): string {
  return `<!doctype html>${renderToString(<Layout {...props} />)}`;
}

function Layout({ texts, title, basePath, nonce, style, state, children }: LayoutProps) {
  return (
    <html lang={texts.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={basePath + styleSheet.path} />
        {/* Computed from parsed numbers alone: see themeStyle. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
        <script type="module" src={basePath + script.path} />
      </head>
      <body data-state={state}>{children}</body>
    </html>
  );
}
