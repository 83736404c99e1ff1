import { createHash, timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSessionSecret } from '../../kit/session-secret.ts';

const COOKIE = 'tillgate_kyb';
/** What a browser says of a post that this page made itself. */
const OWN_SITE = 'same-origin';

/**
 * No script at all, nothing from elsewhere, in no frame (docs/contract/invariants.md#32); forms
 * stay here.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // Another site learns nothing of the address; a form of this page still tells its origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Who may see the page, once it listens. */
export interface PageGuard {
  /** Where all of the page stands, `/<place>`: the cookie goes to no other server of this machine. */
  readonly base: string;
  /** Path of the printed link. */
  readonly enterPath: string;
  /** The address that is printed, `127.0.0.1:<port>`; nothing is served before it is known. */
  host: string;
}

export type Refuse = (reply: FastifyReply, status: number, text: string) => FastifyReply;

/**
 * Lets nobody in but a browser that opened the printed link. A foreign `Host` is a name that was
 * rebound to this machine: 421. A post that another page made, be it of another port: 403.
 */
export function guardPage(http: FastifyInstance, refuse: Refuse): PageGuard {
  const [place, secret, session] = [newSessionSecret(), newSessionSecret(), newSessionSecret()];
  const guard = { base: `/${place}`, enterPath: `/enter/${secret}`, host: '' };
  http.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (guard.host === '' || request.headers.host !== guard.host) {
      return refuse(reply, 421, 'Open the link that the command printed, as it was printed.');
    }
    if (request.method !== 'GET' && !isOwnPost(request, guard.host)) {
      return refuse(reply, 403, 'This form was not sent by this page.');
    }
  });
  http.get<{ Params: { secret: string } }>('/enter/:secret', (request, reply) => {
    if (!isSame(request.params.secret, secret)) {
      return refuse(reply, 403, 'This link is not valid. The command has printed the right one.');
    }
    const cookie = { path: guard.base, httpOnly: true, sameSite: 'strict' } as const;
    return reply
      .header('set-cookie', serialize(COOKIE, session, cookie))
      .redirect(`${guard.base}/`, 303);
  });
  http.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(`${guard.base}/`)) return;
    const given = parse(request.headers.cookie ?? '')[COOKIE] ?? '';
    if (!isSame(given, session)) {
      return refuse(reply, 403, 'Open the link that the command printed.');
    }
  });
  return guard;
}

function isOwnPost({ headers }: FastifyRequest, host: string): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === `http://${host}` && (site === undefined || site === OWN_SITE);
}

/** In a time that tells nothing of where they differ. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
