import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../gateway/errors.ts';
import { at } from '../gateway/route-list.ts';
import type { Clock } from '../kit/time.ts';
import { sendHtml, serveAsset } from '../start-page/plain-page.tsx';
import { INSPECTOR_SCRIPT_PATH, renderEntries, renderInspectorPage } from './inspector-page.tsx';
import { createReceivedWebhooks, type PublicKeys } from './received-webhooks.ts';

export interface InspectorOptions {
  /** The unguessable last part of the page's URL; any other is 404. */
  readonly id: string;
  readonly clock: Clock;
  readonly publicKeys: () => Promise<PublicKeys>;
}

const NOTE = at('inspector/serve-inspector.ts', 'the page’s address');

/** A receiver of webhooks, visible to anyone with its URL. */
export function serveInspector(http: FastifyInstance, options: InspectorOptions): void {
  const received = createReceivedWebhooks();
  const script = new URL('./live-entries.mjs', import.meta.url);
  serveAsset(http, INSPECTOR_SCRIPT_PATH, script, 'text/javascript; charset=utf-8');

  http.post<Params>('/inspector/:id', NOTE, async (request) => {
    refuseOthers(request.params.id, options.id);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const publicKeys = await options.publicKeys();
    received.add({ headers: request.headers, body, publicKeys, now: options.clock.now() });
    return { received: true };
  });
  http.get<Params>('/inspector/:id', NOTE, (request, reply) => {
    refuseOthers(request.params.id, options.id);
    return sendHtml(reply, renderInspectorPage(received.list()));
  });
  // Requested every other second by each open page, so not worth logging.
  const quiet = { ...NOTE, logLevel: 'warn' } as const;
  http.get<Params & After>('/inspector/:id/entries', quiet, (request, reply) => {
    refuseOthers(request.params.id, options.id);
    const webhooks = received.list(request.query.after);
    if (webhooks.length === 0) return reply.code(204).send();
    return sendHtml(reply, renderEntries(webhooks));
  });
}

interface Params {
  Params: { readonly id: string };
}

interface After {
  Querystring: { readonly after?: string };
}

function refuseOthers(given: string, id: string): void {
  if (given !== id) throw gatewayErrors.notFound();
}
