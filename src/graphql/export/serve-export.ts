import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutWhenStalled, letPause } from '../../gateway/guard-answers.ts';
import { collectOften } from '../../kit/heap.ts';
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
  nextTurn: () => Promise<void>,
): Promise<FastifyReply> {
  const texts = writeRows(wanted, ask, nextTurn);
  const first = await texts.next();
  const { list, isCsv } = wanted;
  return reply
    .headers(headers)
    .header('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .header('content-disposition', `attachment; filename="${list}.${isCsv ? 'csv' : 'jsonl'}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(rest(first.value ?? '', texts, reply.request), { highWaterMark: 1 }));
}

/** Cut while the client takes nothing, but not while a page is read, however long that takes. */
async function* rest(
  first: string,
  texts: AsyncGenerator<string>,
  request: FastifyRequest,
): AsyncGenerator<string> {
  const collectAsBefore = collectOften();
  try {
    for (let text: string | null = first; text !== null; ) {
      cutWhenStalled(request);
      yield text;
      letPause(request);
      const next = await texts.next();
      text = next.done ? null : next.value;
    }
    cutWhenStalled(request);
  } finally {
    collectAsBefore();
  }
}
