import cors from '@fastify/cors';
import Fastify, {
  errorCodes,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import type { Action } from '../contract/action.ts';
import { ActionError } from '../contract/errors.ts';
import { gatewayErrors } from './errors.ts';
import { readIncoming } from './incoming.ts';
import { requireJsonContentType } from './read-json.ts';
import { type Gateway, type Outgoing, runAction } from './run-action.ts';

/** Invariant 30: bytes of a body. */
const LARGEST_BODY_BYTES = 1024 * 1024;
const ACTIONS = '/v1/actions/';
/** All but OPTIONS, which CORS answers. */
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The HTTP server: every answer under `/v1` is JSON in the envelope (decisions 1). */
export function createServer(gateway: Gateway, actions: readonly Action[]): FastifyInstance {
  const server = Fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    logger: loggerOptions(gateway.config.LOG_LEVEL),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: gateway.config.TRUST_PROXY,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  logOnce(server);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(() => {
    throw gatewayErrors.notFound();
  });
  server.register(async (v1) => {
    await v1.register(cors, corsOptions);
    const byTarget = new Map(actions.map((action) => [`${ACTIONS}${action.path}`, action]));
    v1.route({
      method: METHODS,
      url: '/v1/*',
      handler: async (request, reply) => {
        const incoming = readIncoming(request);
        const action = findAction(byTarget, incoming.target);
        if (request.method !== 'POST') throw gatewayErrors.methodNotAllowed();
        requireJsonContentType(incoming.headers['content-type']);
        return send(reply, await runAction(gateway, action, incoming));
      },
    });
  });
  return server;
}

/** Exact match of the raw target: another spelling of a path is another path. */
function findAction(byTarget: ReadonlyMap<string, Action>, target: string): Action {
  const action = byTarget.get(target);
  if (action) return action;
  const [path] = target.split('?', 1);
  if (path !== target && byTarget.has(path as string)) throw gatewayErrors.queryString();
  throw gatewayErrors.notFound();
}

/** Writes an answer of the pipeline. */
export function send(reply: FastifyReply, { status, body, headers }: Outgoing): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body);
}

/** Every error in the envelope; what we did wrong is logged, and its text is never shown. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toActionError(error);
  if (known.status >= 500) request.log.error({ err: error, requestId: request.id }, 'failed');
  const body = JSON.stringify({ data: null, errors: known.entries });
  send(reply, { status: known.status, body, headers: known.headers });
}

function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return gatewayErrors.bodyTooLarge();
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) {
    return gatewayErrors.unsupportedMediaType();
  }
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return gatewayErrors.malformedJson();
  }
  return gatewayErrors.internal();
}

/** Decisions 13: any origin for slug and Bearer calls; cookies stay at home. */
const corsOptions = {
  origin: '*',
  methods: ['POST'],
  allowedHeaders: [
    'Content-Type',
    'Authorization',
    'X-Environment',
    'X-Store-Slug',
    'X-Idempotency-Key',
  ],
  exposedHeaders: ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
  maxAge: 86_400,
};

function loggerOptions(level: string) {
  return { level, redact: ['req', 'res'], base: null, timestamp: isoTimestamp };
}

const isoTimestamp = () => `,"time":"${new Date().toISOString()}"`;

/** One line per request: no header, no query string, no body. */
function logOnce(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ? request.url.split('?', 1)[0] : '(unknown)',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
