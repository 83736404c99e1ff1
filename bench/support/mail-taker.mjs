// A mail server in its own process that accepts every mail.
import { createServer } from 'node:net';

const END = '\r\n.\r\n';

const server = createServer((socket) => {
  let received = '';
  let isMail = false;
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.write('220 bench\r\n');
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (;;) {
      const end = received.indexOf(isMail ? END : '\r\n');
      if (end === -1) return;
      const line = received.slice(0, end);
      received = received.slice(end + (isMail ? END : '\r\n').length);
      socket.write(isMail ? '250 Taken\r\n' : answer(line));
      isMail = !isMail && line === 'DATA';
      if (line === 'QUIT') return socket.end();
    }
  });
});

function answer(line) {
  if (line.startsWith('EHLO')) return '250 bench\r\n';
  if (line === 'DATA') return '354 Go on\r\n';
  return line === 'QUIT' ? '221 Bye\r\n' : '250 OK\r\n';
}

server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
