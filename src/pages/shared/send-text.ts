import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { acceptsCoding } from './accepts-coding.ts';

/**
 * Answers with a text, compressed if the browser accepts that. A hosted page is opened without a
 * cookie and contains no secrets, so its compressed length reveals nothing.
 */
export function sendText(
  reply: FastifyReply,
  contentType: string,
  text: string,
  zipped: () => Buffer = () => gzipSync(text),
): FastifyReply {
  reply.header('vary', 'accept-encoding').type(contentType);
  if (!acceptsCoding(reply.request.headers['accept-encoding'], 'gzip')) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(zipped());
}
