import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { at } from '../../gateway/route-list.ts';
import { acceptsCoding } from '../shared/accepts-coding.ts';
import { type PackedFile, type PackedSite, readPackedSite } from './packed-site.ts';

const NOTE = at('pages/docs/serve-docs.ts', 'none');
const HOME = '/docs';
const NOT_FOUND = '/docs/404';
/** Files whose names change with their content. */
const ASSETS = '/docs/assets/';
const KEPT = 'public, max-age=31536000, immutable';
/** Browsers revalidate pages each time, which costs a 304. */
const CHECKED = 'public, no-cache';
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
    const [path = ''] = request.url.split('?', 1);
    const file = site.files.get(path);
    if (file) return sendFile(site, path, file, reply);
    const missing = site.files.get(NOT_FOUND) as PackedFile;
    return sendFile(site, path, missing, reply.code(404));
  };
  http.get(HOME, NOTE, serve);
  http.get(`${HOME}/`, NOTE, (_request, reply) => reply.redirect(HOME, 308));
  http.get(`${HOME}/*`, NOTE, serve);
  http.get('/llms.txt', NOTE, serve);
  http.get('/llms-full.txt', NOTE, serve);
}

function sendFile(site: PackedSite, path: string, file: PackedFile, reply: FastifyReply) {
  const { type, etag, plain, gzip, brotli } = file;
  const { headers } = reply.request;
  // Weak, because it is the same for all content codings of a file.
  const tag = `W/"${etag}"`;
  const isFound = reply.statusCode !== 404;
  reply
    .headers(HEADERS)
    .header('vary', 'accept-encoding')
    .header('cache-control', isFound && path.startsWith(ASSETS) ? KEPT : CHECKED);
  if (isFound) reply.header('etag', tag);
  if (isFound && isKnown(headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type(type);
  const accepted = headers['accept-encoding'];
  if (acceptsCoding(accepted, 'br')) {
    return reply.header('content-encoding', 'br').send(site.bytes(brotli));
  }
  if (acceptsCoding(accepted, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(site.bytes(gzip));
  }
  return reply.send(site.bytes(plain));
}

function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim() === tag) ?? false;
}
