import type { FastifyInstance } from 'fastify';
import type { Action } from '../contract/action.ts';
import { at } from '../gateway/route-list.ts';
import { sendFile } from '../pages/shared/send-file.ts';
import { packFile, type ServedFile } from '../pages/shared/served-file.ts';
import { openApiDocument } from './openapi.ts';

/** Out of 11: takes a few milliseconds for the document, the maximum half a second. */
const BROTLI_QUALITY = 5;

/** `/openapi.json`, derived from the list of actions; tools on pages of any origin read it. */
export function serveOpenApi(
  server: FastifyInstance,
  actions: readonly Action[],
  publicUrl: string,
): void {
  const made: { document?: ServedFile } = {};
  server.get('/openapi.json', at('reference/serve-openapi.ts', 'none'), (_request, reply) => {
    // Built and compressed once, on the first request, so that it doesn't delay the start.
    made.document ??= fileOf(JSON.stringify(openApiDocument(actions, publicUrl)));
    return sendFile(reply.header('access-control-allow-origin', '*'), made.document);
  });
}

/** Kept as bytes, because a string would be encoded, and so copied, for every answer. */
function fileOf(document: string): ServedFile {
  return packFile('application/json; charset=utf-8', Buffer.from(document), BROTLI_QUALITY);
}
