import type { Reply } from './merchant.ts';

type Send = (fields: Readonly<Record<string, unknown>>) => Promise<Reply>;

const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** The answer to `send` based on an outdated state, as worded in the error table. */
export async function sendStale(send: Send): Promise<Reply> {
  const reply = await send({ ifUnmodifiedSince: LONG_AGO });
  const [error] = reply.body.errors;
  error.message = error.message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z$/, '');
  return reply;
}
