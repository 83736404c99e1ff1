import type { FastifyInstance } from 'fastify';
import { mediaTypeWeight, readPreferences } from '../kit/preferences.ts';

/** The media type of GraphQL over HTTP for answers. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

/**
 * Answers with the media type that the client asks for. It must name the one of GraphQL: all others
 * get JSON, as they always have (docs/contract/graphql.md#media-type).
 */
export function chooseMediaType(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    reply.header('vary', 'accept');
    if (prefersGraphql(request.headers.accept)) {
      reply.header('content-type', `${GRAPHQL_RESPONSE}; charset=utf-8`);
    }
    done(null, payload);
  });
}

function prefersGraphql(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(GRAPHQL_RESPONSE)) return false;
  const preferences = readPreferences(accept);
  const weight = mediaTypeWeight(preferences, GRAPHQL_RESPONSE);
  return weight > 0 && weight >= mediaTypeWeight(preferences, JSON_TYPE);
}
