import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Action } from '../contract/action.ts';
import { activeTracer, type SpanAttributes } from '../kit/tracing.ts';

/** Status from which on an answer is our error. */
const OUR_ERROR = 500;

/** Records every request, named by its action or route and never by what was sent in the path. */
export function traceRequests(http: FastifyInstance, actions: readonly Action[]): void {
  const targets = new Set(actions.map(({ path }) => `/v1/actions/${path}`));
  const ends = new WeakMap<FastifyRequest, (attributes: SpanAttributes) => void>();
  http.addHook('onRequest', (request, _reply, done) => {
    const tracer = activeTracer();
    if (tracer === null) return done();
    const path = targets.has(request.url) ? request.url : (request.routeOptions.url ?? 'other');
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
