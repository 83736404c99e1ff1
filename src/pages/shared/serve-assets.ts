import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { at } from '../../gateway/route-list.ts';
import { type Asset, favicon } from './assets.ts';
import { sendText } from './send-text.ts';

/** An asset's URL changes with its content, so it is cached for a year. */
const KEPT = 'public, max-age=31536000, immutable';

/** Serves style sheets and scripts under URLs that change with their content. */
export function serveAssets(http: FastifyInstance, given: readonly Asset[]): void {
  for (const { path, contentType, text } of given) {
    const zipped = gzipSync(text, { level: 9 });
    http.get(path, at('pages/shared/serve-assets.ts', 'none'), (_request, reply) => {
      reply.headers({ 'cache-control': KEPT, 'x-content-type-options': 'nosniff' });
      return sendText(reply, contentType, text, () => zipped);
    });
  }
}

/** Seconds for which browsers cache an icon with a fixed URL: a day. */
const ICON_SECONDS = 86_400;

/** The icon at the default path, which browsers request for pages that don't specify one. */
export function serveFavicon(http: FastifyInstance): void {
  http.get('/favicon.ico', at('pages/shared/serve-assets.ts', 'none'), (_request, reply) =>
    reply
      .headers({
        'content-type': favicon.contentType,
        'cache-control': `public, max-age=${ICON_SECONDS}`,
        'x-content-type-options': 'nosniff',
      })
      .send(favicon.text),
  );
}
