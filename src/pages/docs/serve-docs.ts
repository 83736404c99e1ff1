import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { at } from '../../gateway/route-list.ts';
import { CHECKED, sendFile, sendForm } from '../shared/send-file.ts';
import type { ServedFile } from '../shared/served-file.ts';
import { type PackedSite, readPackedSite } from './packed-site.ts';

const NOTE = at('pages/docs/serve-docs.ts', 'none');
const HOME = '/docs';
const NOT_FOUND = '/docs/404';
/** Files whose names change with their content. */
const ASSETS = '/docs/assets/';
const KEPT = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The documentation is not built: run npm run build.\n';

/**
 * Only the build's scripts, none inline, and no connections, so that input such as a private key
 * can't be sent anywhere (docs/contract/invariants.md#32).
 */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the built documentation at `/docs`, and `/llms.txt` for coding agents. */
export function serveDocs(http: FastifyInstance): void {
  const read: { site?: PackedSite | null } = {};
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    read.site ??= readPackedSite();
    const { site } = read;
    if (!site) return reply.code(503).type('text/plain').headers(HEADERS).send(NOT_BUILT);
    reply.headers(HEADERS);
    const [path = ''] = request.url.split('?', 1);
    const file = site.get(path);
    if (file) return sendFile(reply, file, path.startsWith(ASSETS) ? KEPT : CHECKED);
    const missing = site.get(NOT_FOUND) as ServedFile;
    return sendForm(reply.code(404).header('cache-control', CHECKED), missing);
  };
  http.get(HOME, NOTE, serve);
  http.get(`${HOME}/`, NOTE, (_request, reply) => reply.redirect(HOME, 308));
  http.get(`${HOME}/*`, NOTE, serve);
  http.get('/llms.txt', NOTE, serve);
  http.get('/llms-full.txt', NOTE, serve);
}
