import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';

const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

/**
 * Answers with a text, compressed where the browser takes it. A hosted page is opened without a
 * cookie and holds nothing that is secret from whoever asked for it, so its length tells nothing.
 */
export function sendText(
  reply: FastifyReply,
  contentType: string,
  text: string,
  zipped: () => Buffer = () => gzipSync(text),
): FastifyReply {
  reply.header('vary', 'accept-encoding').type(contentType);
  if (!GZIP.test(reply.request.headers['accept-encoding'] ?? '')) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(zipped());
}
