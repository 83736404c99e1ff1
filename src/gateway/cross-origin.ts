import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Any origin, for slug and bearer calls; cookies are never sent across origins. */
const ANY_ORIGIN = '*';
const EXPOSED_HEADERS = [
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'X-Request-Id',
];
const answerHeaders = {
  'access-control-allow-origin': ANY_ORIGIN,
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

/**
 * Lets pages of any origin read the scope's responses. Servers send no origin and get no headers:
 * computing them for each request costs a fifth of verifying its signature.
 */
export function allowAnyOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin !== undefined) reply.headers(answerHeaders);
    done();
  });
}

/** Answers all preflight requests under the prefix; its own scope. */
export async function answerPreflights(scope: FastifyInstance): Promise<void> {
  await scope.register(cors, {
    origin: ANY_ORIGIN,
    methods: ['POST'],
    allowedHeaders: [
      'Content-Type',
      'Authorization',
      'X-Environment',
      'X-Store-Slug',
      'X-Idempotency-Key',
    ],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    // OPTIONS without an Origin asks for the methods, which is allowed.
    strictPreflight: false,
  });
}
