import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowAnyOrigin } from '../gateway/cross-origin.ts';
import { checkEnvironment } from '../gateway/environment.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import { readIncoming } from '../gateway/incoming.ts';
import { callerLimit, extraWeight } from '../gateway/rate-limit.ts';
import { readJsonObject, refuseRounded, requireJsonContentType } from '../gateway/read-json.ts';
import { at } from '../gateway/route-list.ts';
import type { Gateway } from '../gateway/run-action.ts';
import { METHODS, requireTarget, send } from '../gateway/server.ts';
import { createGraphql, type Graphql, type GraphqlBody, type ReadingLimits } from './answer.ts';
import { graphqlErrors } from './errors.ts';
import { createLargeAnswers } from './large-answers.ts';
import { rootFields } from './roots.ts';
import { createSchema } from './schema.ts';
import { mayRead } from './scope.ts';
import { createTurns } from './turns.ts';

const TARGET = '/v1/graphql';
/** Milliseconds for a visitor's statement. */
const VISITOR_MS = 2_000;

/** Serves `POST /v1/graphql`: the reading side, with the gateway's credentials and limits. */
export function serveGraphql(http: FastifyInstance, gateway: Gateway): void {
  const limits = readingLimits(gateway);
  const graphql = createGraphql(createSchema(rootFields), rootFields, gateway.reader, limits);
  const register = async (scope: FastifyInstance) => {
    // Preflight requests are answered with those of the actions.
    allowAnyOrigin(scope);
    scope.route({
      method: METHODS,
      url: '',
      ...at('graphql/endpoint.ts', 'API key, dashboard session, store slug or session token'),
      handler: (request, reply) => answer(gateway, graphql, request, reply),
    });
  };
  http.register(register, { prefix: TARGET });
}

/** Queries use half of the connections, so that writes always find one. */
function readingLimits(gateway: Gateway): ReadingLimits {
  const { config, database } = gateway;
  const maxWaitMs = config.DATABASE_TIMEOUT_MS;
  const connections = database.engine === 'embedded' ? 1 : Math.ceil(config.DATABASE_POOL_SIZE / 2);
  return {
    turns: createTurns({ connections, maxWaitMs }),
    largeAnswers: createLargeAnswers(gateway),
    visitorMs: Math.min(VISITOR_MS, maxWaitMs),
  };
}

async function answer(
  gateway: Gateway,
  graphql: Graphql,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const incoming = readIncoming(request);
  requireTarget(incoming.target, TARGET);
  if (request.method !== 'POST') {
    reply.header('allow', 'POST');
    throw gatewayErrors.methodNotAllowed();
  }
  requireJsonContentType(incoming.headers['content-type']);
  const now = gateway.clock.now();
  const caller = await gateway.authenticator.authenticate(incoming, now);
  const { limit, key } = callerLimit(gateway.config, caller, incoming.address);
  const weight = 1 + extraWeight(incoming.body.length);
  const headers = gateway.rateLimiter.take(limit, key, now, weight);
  if (!mayRead(caller)) throw gatewayErrors.insufficientPermissions();
  checkEnvironment('credential', caller, incoming.headers['x-environment']);
  const { address } = incoming;
  const text = await graphql.answer(caller, readBody(readJsonObject(incoming.body)), address);
  const ofAnswer = extraWeight(text.length);
  if (ofAnswer === 0) return send(reply, { status: 200, body: text, headers });
  gateway.rateLimiter.charge(limit, key, now, ofAnswer);
  // Others have their turn between what takes long: reading a large answer, and writing it.
  await setImmediate();
  return send(reply, { status: 200, body: Buffer.from(text), headers });
}

function readBody(body: Readonly<Record<string, unknown>>): GraphqlBody {
  const { query, variables, operationName } = body;
  if (typeof query !== 'string' || query.trim() === '') throw graphqlErrors.missingQuery();
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw graphqlErrors.invalidVariables();
  refuseRounded(given);
  const name = typeof operationName === 'string' && operationName !== '' ? operationName : null;
  return { query, variables: given as Record<string, unknown>, operationName: name };
}
