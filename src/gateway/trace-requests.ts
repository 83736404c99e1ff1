import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTracer, type SpanAttributes } from '../kit/tracing.ts';

/** Statuses from here on are server errors. */
const OUR_ERROR = 500;

/** Traces every request, named by its route and never by the path's values. */
export function traceRequests(http: FastifyInstance): void {
  const ends = new WeakMap<FastifyRequest, (attributes: SpanAttributes) => void>();
  http.addHook('onRequest', (request, _reply, done) => {
    const tracer = activeTracer();
    if (tracer === null) return done();
    const path = request.routeOptions.url ?? 'other';
    tracer.begin(`${request.method} ${path}`, (end) => {
      ends.set(request, end);
      done();
    });
  });
  http.addHook('onResponse', (request, reply, done) => {
    ends.get(request)?.({
      'http.request.method': request.method,
      'http.response.status_code': reply.statusCode,
      'tillgate.request_id': request.id,
      error: reply.statusCode >= OUR_ERROR,
    });
    done();
  });
}
