import http from 'node:http';
import type { Readable } from 'node:stream';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import type { Action } from '../contract/action.ts';
import type { CallerKind } from '../contract/caller.ts';
import { readCall } from './admit.ts';
import { answerClientError } from './client-error.ts';
import { closeUnread } from './close-unread.ts';
import { allowAnyOrigin, answerPreflights } from './cross-origin.ts';
import { gatewayErrors } from './errors.ts';
import { toActionError } from './failure.ts';
import { takeFairTurns } from './fair-turns.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import { guardAnswers } from './guard-answers.ts';
import { readIncoming } from './incoming.ts';
import { limitBodies } from './limit-bodies.ts';
import { limitConnections } from './limit-connections.ts';
import { limitHeaders } from './limit-headers.ts';
import { handleOneAtATime } from './one-at-a-time.ts';
import { readQuery } from './read-query.ts';
import { type LogStream, loggerOptions, logOnce, logUnreadable } from './request-log.ts';
import { at } from './route-list.ts';
import { runAction } from './run-action.ts';
import { slowRefusals } from './slow-refusals.ts';

/** Maximum bytes of a body (docs/contract/invariants.md#30). */
const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Milliseconds for a whole request to arrive, so that slow senders don't block connections forever.
 */
const MAX_ARRIVAL_MS = 30_000;
/** Milliseconds between checks for slow requests; the default is half a minute. */
const CHECK_EVERY_MS = 1_000;
/** Only the nearest proxy's address is trusted; anyone can forge earlier ones. */
const TRUSTED_HOPS = 1;
const V1 = '/v1';
const ANY = '/*';
/** How a target begins that names the host, as clients of a proxy send it. */
const HOST_OF_TARGET = /^https?:\/\/[^/?#]*/i;
/** What the router reads as a pattern; no call's path has it. */
const PATTERN = /[*:]/;
const ACTIONS = `${V1}/actions/`;
/** Names of callers in the list of routes. */
const CREDENTIALS: Readonly<Record<CallerKind, string>> = {
  apiKey: 'API key',
  dashboard: 'dashboard session',
  token: 'session token',
  slug: 'store slug',
  buyer: 'hosted page',
  operator: 'operator',
  anonymous: 'none',
};
/** All usual ones except OPTIONS, which CORS answers. */
export const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
/** The others that Node.js parses: one route answers them for all paths, without reading a body. */
const RARE_METHODS = http.METHODS.filter(
  (method) => ![...METHODS, 'OPTIONS', 'CONNECT'].includes(method),
) as HTTPMethods[];

/** The HTTP server: every answer under `/v1` is JSON in the envelope (docs/contract/errors.md). */
export function createServer(
  gateway: Gateway,
  actions: readonly Action[],
  logStream?: LogStream,
): FastifyInstance {
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    logger: loggerOptions(gateway.config.LOG_LEVEL, logStream),
    // Lines carry the request id themselves; a child logger per request would double the cost.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: gateway.config.TRUST_PROXY ? (_address, hop) => hop < TRUSTED_HOPS : false,
    requestTimeout: MAX_ARRIVAL_MS,
    keepAliveTimeout: gateway.config.KEEP_ALIVE_MS,
    // A missing Host is refused in the envelope, like other headers.
    http: {
      requireHostHeader: false,
      headersTimeout: MAX_ARRIVAL_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    clientErrorHandler: answerClientError,
    // A target that can't be decoded matches no route. Its body isn't read.
    frameworkErrors: (_error, request, reply) => {
      const error = gatewayErrors.notFound();
      logUnreadable(request, error.status);
      const headers = { 'x-request-id': request.id, connection: 'close' };
      answerError(error, request, reply.headers(headers));
    },
    rewriteUrl: ({ url = '/' }) => url.replace(HOST_OF_TARGET, '') || '/',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 300, querystringParser: readQuery },
    forceCloseConnections: 'idle',
    // Requests on open connections are answered normally while the server closes.
    return503OnClosing: false,
  });
  for (const method of RARE_METHODS) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  limitConnections(server.server, gateway.config);
  handleOneAtATime(server);
  server.decorateRequest('limitHeaders', undefined);
  limitBodies(server, gateway, MAX_BODY_BYTES);
  takeFairTurns(server, gateway);
  slowRefusals(server, gateway);
  guardAnswers(server);
  closeUnread(server);
  logOnce(server);
  limitHeaders(server);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(() => {
    throw gatewayErrors.notFound();
  });
  // An unknown expectation is ignored.
  server.server.on('checkExpectation', server.routing);
  const registerActions = async (v1: FastifyInstance) => {
    allowAnyOrigin(v1);
    await v1.register(answerPreflights);
    for (const action of actions) serveAction(v1, gateway, action);
    v1.route({
      method: [...METHODS, ...RARE_METHODS],
      url: ANY,
      ...at('gateway/server.ts', 'none'),
      handler: (request, reply) => {
        const [path = ''] = readIncoming(request).target.split('?');
        // Throws: the path is one of a call, but the method isn't one that its own route takes.
        if (!PATTERN.test(path) && v1.hasRoute({ method: 'POST', url: path })) {
          readCall(request, reply, path);
        }
        throw gatewayErrors.notFound();
      },
    });
  };
  server.register(registerActions, { prefix: V1 });
  return server;
}

function serveAction(v1: FastifyInstance, gateway: Gateway, action: Action): void {
  const target = `${ACTIONS}${action.path}`;
  v1.route({
    method: METHODS,
    url: target.slice(V1.length),
    ...at(`domain/${action.path}.ts`, action.auth.map((kind) => CREDENTIALS[kind]).join(', ')),
    handler: async (request, reply) => {
      const incoming = readCall(request, reply, target);
      return send(reply, await runAction(gateway, action, incoming));
    },
  });
}

/** Sends a response of the pipeline. */
export function send(
  reply: FastifyReply,
  { status, body, headers }: Omit<Outgoing, 'body'> & { readonly body: string | Buffer | Readable },
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(body);
}

/** An announced feature that isn't built answers as documented; it isn't an error to log. */
const NOT_IMPLEMENTED = 501;

/**
 * Answers every error in the envelope. Internal errors are logged and their text is never shown.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toActionError(error);
  const isFault = known.status >= 500 && known.status !== NOT_IMPLEMENTED;
  if (isFault && !hasHungUp(error, request))
    request.log.error({ err: error, requestId: request.id }, 'failed');
  const body = JSON.stringify({ data: null, errors: known.entries });
  const headers = { ...request.limitHeaders, ...known.headers };
  send(reply, { status: known.status, body, headers });
}

/** Whether a streamed answer ended early because its reader left: nothing went wrong here. */
function hasHungUp(error: unknown, { raw }: FastifyRequest): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed;
}
