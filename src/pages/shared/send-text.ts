import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { acceptsCoding } from './accepts-coding.ts';

/** Takes half the time of the default level, for 6 % more bytes. */
const GZIP_LEVEL = 1;

/**
 * Answers with a text, compressed if the browser accepts that. A hosted page is opened without a
 * cookie and contains no secrets, so its compressed length reveals nothing.
 */
export function sendText(
  reply: FastifyReply,
  contentType: string,
  text: string,
  zipped: () => Buffer = () => gzipSync(text, { level: GZIP_LEVEL }),
): FastifyReply {
  reply.header('vary', 'accept-encoding').type(contentType);
  const isZipped = acceptsCoding(reply.request.headers['accept-encoding'], 'gzip');
  if (!isZipped) return reply.send(Buffer.from(text));
  return reply.header('content-encoding', 'gzip').send(zipped());
}
