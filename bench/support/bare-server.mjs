// A Fastify server with nothing behind it: the HTTP share of a request's cost.
import Fastify from 'fastify';

const server = Fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
const answer =
  '{"data":null,"errors":[{"message":"Missing required field: name","layer":"store"}]}';
server.post('/v1/*', (_request, reply) =>
  reply.code(400).header('content-type', 'application/json; charset=utf-8').send(answer),
);
await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(String(server.server.address().port));
