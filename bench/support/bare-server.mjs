// A Fastify server with nothing behind it: the HTTP share of a request's cost. With a public key in
// VERIFY_KEY it also hashes each body and verifies its signature. With BUSY_MICROSECONDS it spins
// for that long before each answer, to match the rate of a server that does real work.
import { createPublicKey, hash, verify } from 'node:crypto';
import Fastify from 'fastify';

const key = process.env.VERIFY_KEY ? createPublicKey(process.env.VERIFY_KEY) : null;
const busyMs = Number(process.env.BUSY_MICROSECONDS ?? 0) / 1_000;

const server = Fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
const answer =
  '{"data":null,"errors":[{"message":"Missing required field: name","layer":"store"}]}';
server.post('/v1/*', (request, reply) => {
  if (key && !isSigned(request)) throw new Error('The signature of a benchmark request is invalid');
  const until = performance.now() + busyMs;
  while (performance.now() < until);
  return reply.code(400).header('content-type', 'application/json; charset=utf-8').send(answer);
});

function isSigned({ headers, url, body }) {
  const { 'x-timestamp': timestamp, 'x-signature': signature } = headers;
  const text = `POST\n${url}\n${timestamp}\n${hash('sha256', body, 'base64')}`;
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(String(server.server.address().port));
