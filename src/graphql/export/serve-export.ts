import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { cutWhenStalled } from '../../gateway/guard-answers.ts';
import type { Export } from './read-export.ts';
import { type Ask, writeRows } from './write-rows.ts';

/**
 * Streams the file as fast as the client reads it. If the first page fails, an error is returned. A
 * later failure cuts off the response, and the caller can resume after the last row received.
 */
export async function sendExport(
  reply: FastifyReply,
  wanted: Export,
  headers: Readonly<Record<string, string>>,
  ask: Ask,
): Promise<FastifyReply> {
  const texts = writeRows(wanted, ask);
  const first = await texts.next();
  const { list, isCsv } = wanted;
  // It pauses for no longer than a page takes to read.
  cutWhenStalled(reply.request);
  return reply
    .headers(headers)
    .header('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .header('content-disposition', `attachment; filename="${list}.${isCsv ? 'csv' : 'jsonl'}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(rest(first.value ?? '', texts), { highWaterMark: 1 }));
}

async function* rest(first: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* texts;
}
