import type { FastifyInstance } from 'fastify';
import type { WebhookKeys } from '../events/webhook-keys.ts';
import { at } from '../gateway/route-list.ts';

/**
 * `GET /.well-known/webhook-keys.json`: the public keys that verify events, with their predecessors
 * and successors.
 */
export function serveWebhookKeys(http: FastifyInstance, keys: WebhookKeys): void {
  http.get(
    '/.well-known/webhook-keys.json',
    at('delivery/serve-webhook-keys.ts', 'none'),
    async (_request, reply) => {
      const publicKeys = await keys.published();
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .send(JSON.stringify(publicKeys));
    },
  );
}
