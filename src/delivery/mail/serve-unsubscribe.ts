import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ActionError } from '../../contract/errors.ts';
import { deleteOptOut, insertOptOut } from '../../domain/notification/opt-out.queries.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';
import { at } from '../../gateway/route-list.ts';
import { readUnsubscription, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';

type Parts = Pick<Gateway, 'database' | 'ports' | 'rateLimiter' | 'clock'>;
type Query = { Querystring: { token?: string; undo?: string } };

/** Requests per network: a link may be used any number of times, and each use writes. */
const LIMIT = { policy: 'unsubscribe', burst: 50, perSecond: 5 };

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/**
 * The page of the link in a merchant's notification. Opening it changes nothing, because programs
 * open links, too. Its button, or an email client's one-click unsubscribe (RFC 8058), posts to the
 * same address.
 */
export function serveUnsubscribe(http: FastifyInstance, parts: Parts): void {
  const { database, ports, clock } = parts;
  http.get<Query>(
    UNSUBSCRIBE_PATH,
    at('delivery/mail/serve-unsubscribe.ts', 'the link’s token'),
    async (request, reply) => {
      const refusal = refusalOf(parts, request);
      if (refusal) return answerTooMany(reply, refusal);
      const { token } = request.query;
      const known = typeof token === 'string' && readUnsubscription(ports.secrets, token) !== null;
      if (!known) return answer(reply, 404, 'This link is not valid', '');
      return answer(reply, 200, 'Stop these notifications?', button(token, 'Stop them'));
    },
  );
  http.post<Query>(
    UNSUBSCRIBE_PATH,
    at('delivery/mail/serve-unsubscribe.ts', 'the link’s token'),
    async (request, reply) => {
      const refusal = refusalOf(parts, request);
      if (refusal) return answerTooMany(reply, refusal);
      const { token, undo } = request.query;
      const found = typeof token === 'string' ? readUnsubscription(ports.secrets, token) : null;
      if (found === null || token === undefined) {
        return answer(reply, 404, 'This link is not valid', '');
      }
      if (undo !== undefined) {
        await deleteOptOut(database, found);
        return answer(
          reply,
          200,
          'You’ll get these notifications again',
          button(token, 'Stop them'),
        );
      }
      await insertOptOut(database, found, clock.now());
      const back = button(`${token}&undo=1`, 'Turn them back on');
      return answer(reply, 200, 'You won’t get these notifications anymore', back);
    },
  );
}

/** Counts the request for its network; returns the refusal above the limit. */
function refusalOf({ rateLimiter, clock }: Parts, { ip }: FastifyRequest<Query>) {
  try {
    rateLimiter.take(LIMIT, networkOf(ip), clock.now());
    return null;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}

function answerTooMany(reply: FastifyReply, { status, headers }: ActionError) {
  const rest = '<p>Wait a few seconds, then reload this page.</p>';
  return answer(reply.headers(headers), status, 'Too many requests', rest);
}

/** The token has been verified: it contains no character that could end an attribute. */
function button(token: string, label: string): string {
  return `<form method="post" action="${UNSUBSCRIBE_PATH}?token=${token}"><button>${label}</button></form>`;
}

function answer(reply: FastifyReply, status: number, title: string, rest: string) {
  return reply
    .status(status)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem;cursor:pointer}</style>
</head><body><h1>${title}</h1>${rest}</body></html>`);
}
