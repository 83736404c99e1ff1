import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { at } from '../gateway/route-list.ts';

/**
 * No inline script or style, no external resources, no framing (docs/contract/invariants.md#32).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Path of the pages' style sheet. */
const STYLE_PATH = '/assets/plain-page.css';

export interface Page {
  readonly title: string;
  /** Path of the page's script, if it has one. */
  readonly scriptPath?: string;
  readonly body: ComponentChildren;
}

/** The service's own plain pages, start and inspector. They follow the system's dark mode. */
export function renderPage({ title, scriptPath, body }: Page): string {
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="stylesheet" href={STYLE_PATH} />
        {scriptPath === undefined ? null : <script type="module" src={scriptPath} />}
      </head>
      <body>{body}</body>
    </html>
  );
  return `<!doctype html>${render(document)}`;
}

/** Sends HTML under the strict policy, uncached. */
export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(html);
}

/** Serves a file from the given module's folder at the path. */
export function serveAsset(
  http: FastifyInstance,
  path: string,
  file: URL,
  contentType: string,
): void {
  const content = readFileSync(file, 'utf8');
  http.get(path, at('start-page/plain-page.tsx', 'none'), (_request, reply) =>
    reply
      .header('content-type', contentType)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .send(content),
  );
}

/** Serves the style sheet of the plain pages. */
export function servePageStyle(http: FastifyInstance): void {
  serveAsset(
    http,
    STYLE_PATH,
    new URL('./plain-page.css', import.meta.url),
    'text/css; charset=utf-8',
  );
}
