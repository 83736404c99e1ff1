// Receives webhooks in its own process: answers immediately, or never on /hang. Uses raw sockets to
// leave the cores to the code under test.
import { createServer } from 'node:net';

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

const server = createServer((socket) => {
  let received = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const headersEnd = received.indexOf('\r\n\r\n');
    if (headersEnd === -1) return;
    const length = /content-length: (\d+)/i.exec(received);
    if (received.length < headersEnd + 4 + Number(length?.[1] ?? 0)) return;
    const hangs = received.startsWith('POST /hang');
    received = '';
    if (!hangs) socket.write(ANSWER);
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
