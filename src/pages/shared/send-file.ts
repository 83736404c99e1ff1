import type { FastifyReply } from 'fastify';
import { acceptsCoding } from './accepts-coding.ts';
import type { ServedFile } from './served-file.ts';

/** Clients revalidate the file each time, which costs a 304. */
export const CHECKED = 'public, no-cache';

/** Answers with the file, or 304 if the client has it. */
export function sendFile(
  reply: FastifyReply,
  file: ServedFile,
  cacheControl = CHECKED,
): FastifyReply {
  // Weak, because it is the same for all content codings of a file.
  const tag = `W/"${file.etag}"`;
  reply.headers({ vary: 'accept-encoding', 'cache-control': cacheControl, etag: tag });
  if (isKnown(reply.request.headers['if-none-match'], tag)) return reply.code(304).send();
  return sendForm(reply, file);
}

/** Answers with the smallest form of the file that the client accepts. */
export function sendForm(reply: FastifyReply, file: ServedFile): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  reply.header('vary', 'accept-encoding').type(file.type);
  if (acceptsCoding(accepted, 'br')) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (acceptsCoding(accepted, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.plain);
}

function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim() === tag) ?? false;
}
