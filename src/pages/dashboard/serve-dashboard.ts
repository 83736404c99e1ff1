import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { at } from '../../gateway/route-list.ts';
import { type BuiltDashboard, type BuiltFile, readBuiltDashboard } from './built-files.ts';

const NOTE = at('pages/dashboard/serve-dashboard.ts', 'none');

const PATH = '/dashboard';
/** Placeholder in the built page for the nonce of the answer. */
const NONCE_MARK = 'STYLE_NONCE';
/** Seconds: an asset's name changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = 'The dashboard is not built: run npm run build.\n';

/** Serves the built dashboard at `/dashboard`; every path without a file gets the page. */
export function serveDashboard(http: FastifyInstance): void {
  const built = once(readBuiltDashboard);
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    const dashboard = built();
    if (dashboard === null) return reply.code(503).type('text/plain').send(NOT_BUILT);
    return showPage(dashboard, reply);
  };
  http.get(PATH, NOTE, (_request, reply) => reply.redirect(`${PATH}/`, 308));
  http.get(`${PATH}/`, NOTE, sendPage);
  http.get(`${PATH}/*`, NOTE, sendPage);
  http.get<{ Params: { '*': string } }>(`${PATH}/assets/*`, NOTE, (request, reply) => {
    const file = built()?.assets.get(request.params['*']);
    reply.header('x-content-type-options', 'nosniff');
    // A missing asset is a 404, not the page: a stale page may request assets that a new build
    // removed.
    if (!file) return reply.code(404).type('text/plain').send('Not found\n');
    return sendFile(file, request.headers['accept-encoding'] ?? '', reply);
  });
}

function showPage({ page }: BuiltDashboard, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .headers(pageHeaders(nonce))
    .send(page.replaceAll(NONCE_MARK, nonce));
}

/**
 * Only the build's scripts, none inline (docs/contract/invariants.md#32). Style elements carry the
 * answer's nonce, because Mantine writes its theme's variables into one. Images come from
 * merchants, over https.
 */
function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

function sendFile(file: BuiltFile, accepted: string, reply: FastifyReply): FastifyReply {
  const { plain, gzip, brotli, contentType } = file;
  reply
    .header('content-type', contentType)
    .header('cache-control', FOR_EVER)
    .header('vary', 'accept-encoding');
  if (brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
  if (gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(plain);
}

function once<T>(make: () => T | null): () => T | null {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
