import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Export } from './read-export.ts';
import { type Ask, writeRows } from './write-rows.ts';

/**
 * Answers with the file, written as fast as it is taken. What the first page refuses is answered as an
 * error; a later fault cuts the answer off, and the caller goes on behind the last row that came.
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
