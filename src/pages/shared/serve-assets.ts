import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { at } from '../../gateway/route-list.ts';
import type { Asset } from './assets.ts';
import { sendText } from './send-text.ts';

/** An asset's address changes with its content, so it is kept for a year. */
const KEPT = 'public, max-age=31536000, immutable';

/** Serves style sheets and scripts under the addresses that change with their content. */
export function serveAssets(http: FastifyInstance, given: readonly Asset[]): void {
  for (const { path, contentType, text } of given) {
    const zipped = gzipSync(text, { level: 9 });
    http.get(path, at('pages/shared/serve-assets.ts', 'none'), (_request, reply) => {
      reply.headers({ 'cache-control': KEPT, 'x-content-type-options': 'nosniff' });
      return sendText(reply, contentType, text, () => zipped);
    });
  }
}
