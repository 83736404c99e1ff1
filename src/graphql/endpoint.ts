import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isMerchant, type MerchantCaller } from '../contract/caller.ts';
import type { Door } from '../gateway/admit.ts';
import { findUsableStores } from '../gateway/credentials/usable-stores.ts';
import { allowAnyOrigin } from '../gateway/cross-origin.ts';
import { gatewayErrors } from '../gateway/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { cutWhenStalled } from '../gateway/guard-answers.ts';
import { BYTES_PER_TOKEN } from '../gateway/rate-limit.ts';
import { readJson, refuseUnstorable } from '../gateway/read-json.ts';
import { at } from '../gateway/route-list.ts';
import { METHODS, send } from '../gateway/server.ts';
import { nextPiece } from '../kit/pieces.ts';
import { admitCall } from './admit-call.ts';
import { createGraphql, type Graphql, type GraphqlBody, type ReadingLimits } from './answer.ts';
import { graphqlErrors } from './errors.ts';
import { readExport } from './export/read-export.ts';
import { sendExport } from './export/serve-export.ts';
import type { Ask } from './export/write-rows.ts';
import { createLargeAnswers } from './large-answers.ts';
import { serveLive } from './live/serve-live.ts';
import { chooseMediaType } from './media-type.ts';
import { createQueryTurns } from './query-turns.ts';
import { rootFields } from './roots.ts';
import { createSchema } from './schema.ts';
import { mayRead, type ReadingCaller, takesTurnsAs } from './scope.ts';
import { inTurns, lengthOf } from './write-answer.ts';

const TARGET = '/v1/graphql';
const EXPORT = '/v1/export';
const DOOR: Door<ReadingCaller> = { allows: mayRead, environment: 'credential' };
/** Statement timeout for anonymous visitors, in milliseconds. */
const VISITOR_MS = 2_000;

/** Serves `POST /v1/graphql`, the read API, with the gateway's credentials and limits. */
export function serveGraphql(http: FastifyInstance, gateway: Gateway): void {
  const limits = readingLimits(gateway);
  const roots = rootFields(gateway.config.EXCHANGE_RATES ?? null);
  const schema = createSchema(roots);
  const graphql = createGraphql(schema, roots, gateway.reader, limits, gateway.spread);
  const register = async (scope: FastifyInstance) => {
    // Preflight requests are answered together with those of the actions.
    allowAnyOrigin(scope);
    chooseMediaType(scope);
    scope.route({
      method: METHODS,
      url: '',
      ...at('graphql/endpoint.ts', 'API key, dashboard session, store slug or session token'),
      handler: (request, reply) => answer(gateway, graphql, request, reply),
    });
  };
  http.register(register, { prefix: TARGET });
  const registerExport = async (scope: FastifyInstance) => {
    allowAnyOrigin(scope);
    scope.route({
      method: METHODS,
      url: '',
      ...at('graphql/endpoint.ts', 'API key or dashboard session'),
      handler: (request, reply) => exportList(gateway, graphql, request, reply),
    });
  };
  http.register(registerExport, { prefix: EXPORT });
  serveLive(http, gateway, graphql);
}

function readingLimits(gateway: Gateway): ReadingLimits {
  return {
    turns: gateway.readingTurns,
    largeAnswers: createLargeAnswers(gateway),
    queryTurns: createQueryTurns(gateway.config.RATE_LIMITS === 'on'),
    visitorMs: Math.min(VISITOR_MS, gateway.config.DATABASE_TIMEOUT_MS),
  };
}

async function answer(
  gateway: Gateway,
  graphql: Graphql,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await admitCall(gateway, request, reply, TARGET, DOOR);
  const { incoming, caller, headers, chargeAnswer } = admitted;
  const { address } = incoming;
  const body = readBody(await readJson(incoming.body, address));
  const parts = await graphql.answer(caller, body, address);
  const length = lengthOf(parts);
  chargeAnswer(length);
  const [whole] = parts;
  if (parts.length === 1 && whole) return send(reply, { status: 200, body: whole, headers });
  cutWhenStalled(request);
  const stream = Readable.from(inTurns(takesTurnsAs(caller, address), parts));
  return send(reply.header('content-length', length), { status: 200, body: stream, headers });
}

/** A list as a file, read page by page like any client does, with its permissions and limits. */
async function exportList(
  gateway: Gateway,
  graphql: Graphql,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const door: Door<MerchantCaller> = { allows: isMerchant, environment: 'credential' };
  const admitted = await admitCall(gateway, request, reply, EXPORT, door);
  const { incoming, caller, headers, chargeAnswer } = admitted;
  const { address } = incoming;
  const body = await readJson(incoming.body, address);
  refuseUnstorable(body);
  const nextTurn = () => nextPiece(caller.merchantId);
  const ask = async (asked: Parameters<Ask>[0]) => {
    // Removed members and ended credentials can read no further.
    const storeIds = await gateway.readingTurns.run({ caller, address }, false, () =>
      findUsableStores(gateway.reader, caller, gateway.clock.now()),
    );
    if (storeIds === null) throw gatewayErrors.invalidToken();
    const reading = { ...asked, operationName: null };
    const page = await graphql.answer({ ...caller, storeIds }, reading, address, true);
    // Like a request of its own.
    chargeAnswer(BYTES_PER_TOKEN + lengthOf(page));
    if (page.length > 1) await nextTurn();
    return Buffer.concat(page).toString();
  };
  return sendExport(reply, readExport(body), headers, ask, nextTurn);
}

function readBody(body: Readonly<Record<string, unknown>>): GraphqlBody {
  const { query, variables, operationName, extensions } = body;
  if (typeof query !== 'string' || query.trim() === '') {
    throw isHashed(extensions) ? graphqlErrors.hashOnly() : graphqlErrors.missingQuery();
  }
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw graphqlErrors.invalidVariables();
  const name = operationName ?? '';
  if (typeof name !== 'string') throw graphqlErrors.invalidOperationName();
  refuseUnstorable(given);
  return { query, variables: given as Record<string, unknown>, operationName: name || null };
}

/** Whether a client sent the hash of a persisted query. */
function isHashed(extensions: unknown): boolean {
  return typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;
}
