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
import { answerClientError } from './client-error.ts';
import { allowAnyOrigin, answerPreflights } from './cross-origin.ts';
import { gatewayErrors } from './errors.ts';
import { readIncoming } from './incoming.ts';
import { requireJsonContentType } from './read-json.ts';
import { type LogStream, loggerOptions, logOnce, logUnreadable } from './request-log.ts';
import { type Gateway, type Outgoing, runAction } from './run-action.ts';

/** Invariant 30: bytes of a body. */
const LARGEST_BODY_BYTES = 1024 * 1024;
/** Milliseconds for a whole request to arrive: a slow sender holds no connection for ever. */
const LONGEST_ARRIVAL_MS = 30_000;
/** The nearest proxy's word on the address counts; what came before it anybody can write. */
const TRUSTED_HOPS = 1;
const ACTIONS = '/v1/actions/';
/** All but OPTIONS, which CORS answers. */
export const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** The HTTP server: every answer under `/v1` is JSON in the envelope (decisions 1). */
export function createServer(
  gateway: Gateway,
  actions: readonly Action[],
  logStream?: LogStream,
): FastifyInstance {
  const byTarget = new Map(actions.map((action) => [`${ACTIONS}${action.path}`, action]));
  const server = Fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    logger: loggerOptions(gateway.config.LOG_LEVEL, logStream),
    // Lines name the request themselves; a child logger for each request would cost as much again.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: gateway.config.TRUST_PROXY ? (_address, hop) => hop < TRUSTED_HOPS : false,
    requestTimeout: LONGEST_ARRIVAL_MS,
    // A missing Host is refused in the envelope, with the other headers.
    http: { requireHostHeader: false },
    clientErrorHandler: answerClientError,
    // A target that cannot be decoded names nothing.
    frameworkErrors: (_error, request, reply) => {
      const error = gatewayErrors.notFound();
      logUnreadable(request, error.status);
      answerError(error, request, reply.header('x-request-id', request.id));
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // A request that arrives on a kept connection while we close is answered like any other.
    return503OnClosing: false,
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  logOnce(server, (path) => byTarget.has(path));
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(() => {
    throw gatewayErrors.notFound();
  });
  // A request that expects what we do not know is handled like any other.
  server.server.on('checkExpectation', server.routing);
  const registerActions = async (v1: FastifyInstance) => {
    allowAnyOrigin(v1);
    await v1.register(answerPreflights);
    v1.route({
      method: METHODS,
      url: '/*',
      handler: async (request, reply) => {
        const incoming = readIncoming(request);
        const action = findAction(byTarget, incoming.target);
        if (request.method !== 'POST') {
          reply.header('allow', 'POST');
          throw gatewayErrors.methodNotAllowed();
        }
        requireJsonContentType(incoming.headers['content-type']);
        return send(reply, await runAction(gateway, action, incoming));
      },
    });
  };
  server.register(registerActions, { prefix: '/v1' });
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
    .header('x-content-type-options', 'nosniff')
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
