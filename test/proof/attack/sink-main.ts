import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answered } from './target.ts';

/**
 * Replaces the service while an attack is repeated: reads requests and answers as the service did,
 * with as many bytes after the same time, and does nothing else. A bystander's slowdown then is
 * caused by the load on the machine, not by the service.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const text = Buffer.alloc(MAX_ANSWER_BYTES, 'x');
let answers: readonly Answered[] = [];
let count = 0;

process.on('message', (seen: readonly Answered[]) => {
  answers = seen;
  count = 0;
  process.send?.('told');
});
process.once('disconnect', () => process.exit());

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = answers[count % answers.length];
    count += 1;
    setTimeout(reply, answer?.ms ?? 0, request, response, answer);
  });
});

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, bytes }: Answered = { status: 404, bytes: 0, ms: 0 },
): void {
  if (status < 200) request.destroy();
  else response.writeHead(status).end(text.subarray(0, bytes));
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
