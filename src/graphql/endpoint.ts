import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowAnyOrigin } from '../gateway/cross-origin.ts';
import { checkEnvironment } from '../gateway/environment.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { callerLimit } from '../gateway/rate-limit.ts';
import { readJsonObject, requireJsonContentType } from '../gateway/read-json.ts';
import type { Gateway } from '../gateway/run-action.ts';
import { METHODS, send } from '../gateway/server.ts';
import { createGraphql, type Graphql, type GraphqlBody } from './answer.ts';
import { graphqlErrors } from './errors.ts';
import { rootFields } from './roots.ts';
import { createSchema } from './schema.ts';
import { mayRead } from './scope.ts';

const TARGET = '/v1/graphql';

/** Serves `POST /v1/graphql`: the reading side, with the gateway's credentials and limits. */
export function serveGraphql(http: FastifyInstance, gateway: Gateway): void {
  const graphql = createGraphql(createSchema(rootFields), rootFields, gateway.reader);
  const register = async (scope: FastifyInstance) => {
    // Preflight requests are answered with those of the actions.
    allowAnyOrigin(scope);
    scope.route({
      method: METHODS,
      url: '',
      handler: (request, reply) => answer(gateway, graphql, request, reply),
    });
  };
  http.register(register, { prefix: TARGET });
}

async function answer(
  gateway: Gateway,
  graphql: Graphql,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const incoming = readIncoming(request);
  requireTarget(incoming.target);
  if (request.method !== 'POST') {
    reply.header('allow', 'POST');
    throw gatewayErrors.methodNotAllowed();
  }
  requireJsonContentType(incoming.headers['content-type']);
  const now = gateway.clock.now();
  const caller = await gateway.authenticator.authenticate(incoming, now);
  const { limit, key } = callerLimit(gateway.config, caller, incoming.address);
  const headers = gateway.rateLimiter.take(limit, key, now);
  if (!mayRead(caller)) throw gatewayErrors.insufficientPermissions();
  checkEnvironment('credential', caller, incoming.headers['x-environment']);
  const body = await graphql.answer(caller, readBody(readJsonObject(incoming.body)));
  return send(reply, { status: 200, body, headers });
}

/** Exact match of the raw target, as for actions: another spelling is another path. */
function requireTarget(target: string): void {
  if (target === TARGET) return;
  throw target.startsWith(`${TARGET}?`) ? gatewayErrors.queryString() : gatewayErrors.notFound();
}

function readBody(body: Readonly<Record<string, unknown>>): GraphqlBody {
  const { query, variables, operationName } = body;
  if (typeof query !== 'string' || query.trim() === '') throw graphqlErrors.missingQuery();
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw graphqlErrors.invalidVariables();
  const name = typeof operationName === 'string' && operationName !== '' ? operationName : null;
  return { query, variables: given as Record<string, unknown>, operationName: name };
}
