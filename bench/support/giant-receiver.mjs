// Receives webhooks in its own process and answers each path in the worst way of its kind. It sends
// as fast as the client reads, for as long as the connection lasts.
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;
const BLOCK = Buffer.alloc(MEGABYTE, 'x');
/** 64 MB of zeros in 64 KB: sent repeatedly, it unpacks to terabytes. */
const PACKED = gzipSync(Buffer.alloc(64 * MEGABYTE), { level: 9 });
const HEADER_LINES = Buffer.from(
  'X-Filler: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(1_000),
);
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const GIANT = 'HTTP/1.1 200 OK\r\nContent-Length: 1099511627776\r\n';

/** What is sent first, and what is then repeated endlessly. */
const ANSWERS = {
  ok: [OK, null],
  endless: [`${GIANT}\r\n`, BLOCK],
  packed: [`${GIANT}Content-Encoding: gzip\r\n\r\n`, PACKED],
  headers: ['HTTP/1.1 200 OK\r\n', HEADER_LINES],
  refusal: ['HTTP/1.1 500 Oh\r\nContent-Length: 1099511627776\r\n\r\n', BLOCK],
};

const server = createServer((socket) => {
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const headersEnd = received.indexOf('\r\n\r\n');
    if (headersEnd === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < headersEnd + 4 + length) return;
    const [, kind] = /^POST \/([a-z]+)/.exec(received) ?? [];
    received = '';
    const [start, more] = ANSWERS[kind];
    socket.write(start);
    if (more) sendOn(socket, more);
  });
});

function sendOn(socket, block) {
  const send = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', send);
  send();
}

server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
