import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ActionError } from '../../contract/errors.ts';
import {
  deleteOptOut,
  insertOptOut,
  type OptOut,
} from '../../domain/notification/opt-out.queries.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';
import { at } from '../../gateway/route-list.ts';
import { readOptOut, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';

type Parts = Pick<Gateway, 'database' | 'ports' | 'rateLimiter' | 'clock'>;
type Query = { Querystring: { token?: string; undo?: string } };

/** Requests per network: a link may be used any number of times, and each use writes. */
const LIMIT = { policy: 'unsubscribe', burst: 50, perSecond: 5 };

const TOO_MANY = [
  'Too many requests',
  '<p>Wait a few seconds, then reload this page.</p>',
] as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Status, title and the HTML below it. */
type Page = readonly [status: number, title: string, rest: string];

interface Visit {
  readonly optOut: OptOut;
  readonly token: string;
  readonly undo: boolean;
}

/**
 * The page of the link in a merchant's notification. Opening it changes nothing, because programs
 * open links, too. Its button, or an email client's one-click unsubscribe (RFC 8058), posts to the
 * same address.
 */
export function serveUnsubscribe(http: FastifyInstance, parts: Parts): void {
  const { database, clock } = parts;
  const place = at('delivery/mail/serve-unsubscribe.ts', 'the link’s token');
  const ask = answering(parts, async ({ optOut, token }) => {
    return [200, `Stop these ${nameOf(optOut)}?`, button(token, 'Stop them')];
  });
  const change = answering(parts, async ({ optOut, token, undo }) => {
    if (undo) {
      await deleteOptOut(database, optOut);
      return [200, `You’ll get these ${nameOf(optOut)} again`, button(token, 'Stop them')];
    }
    await insertOptOut(database, optOut, clock.now());
    const back = button(`${token}&undo=1`, 'Turn them back on');
    return [200, `You won’t get these ${nameOf(optOut)} anymore`, back];
  });
  http.get<Query>(UNSUBSCRIBE_PATH, place, ask);
  http.post<Query>(UNSUBSCRIBE_PATH, place, change);
}

/** Answers with a page if the network's limit allows it and the link is ours. */
function answering(
  { rateLimiter, clock, ports }: Parts,
  show: (visit: Visit) => Promise<Page>,
): (request: FastifyRequest<Query>, reply: FastifyReply) => Promise<FastifyReply> {
  return async ({ ip, query }, reply) => {
    try {
      rateLimiter.take(LIMIT, networkOf(ip), clock.now());
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      return answer(reply.headers(error.headers), [error.status, ...TOO_MANY]);
    }
    const token = String(query.token);
    const optOut = readOptOut(ports.secrets, token);
    if (optOut === null) return answer(reply, [404, 'This link is not valid', '']);
    return answer(reply, await show({ optOut, token, undo: query.undo !== undefined }));
  };
}

function nameOf({ environment }: OptOut): string {
  return environment === 'test' ? 'test notifications' : 'notifications';
}

/** The token has been verified: it contains no character that could end an attribute. */
function button(token: string, label: string): string {
  return `<form method="post" action="${UNSUBSCRIBE_PATH}?token=${token}"><button>${label}</button></form>`;
}

function answer(reply: FastifyReply, [status, title, rest]: Page): FastifyReply {
  return reply
    .status(status)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem;cursor:pointer}</style>
</head><body><h1>${title}</h1>${rest}</body></html>`);
}
