// Receives webhooks in a process of its own: answers at once, or never on /hang.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (!request.url.startsWith('/hang')) response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
