import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { at } from './route-list.ts';

/** Seconds: from an answer out of memory to the longest statement. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** What stands for every path that is none of ours, so that nobody can make labels. */
const OTHER = 'other';

export interface Metrics {
  /** Where other parts of the service register what they count. */
  readonly registry: Registry;
  readonly contentType: string;
  /** Everything measured, in the text format of Prometheus. */
  text(): Promise<string>;
}

/** What the process counts, beginning with its own memory, processor and event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}

/** Counts and times every request of the server by route and by status. */
export function measureRequests(http: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'tillgate_http_request_duration_seconds',
    help: 'Time from the request head to the end of the answer.',
    labelNames: ['path', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  countFrom(durations, registry);
  http.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? OTHER;
    durations.observe({ path, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
}

/** The number of requests is that of the times measured: it is read when somebody asks. */
function countFrom(durations: Histogram<'path' | 'status'>, registry: Registry): void {
  new Counter({
    name: 'tillgate_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['path', 'status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { metricName, labels, value } of (await durations.get()).values) {
        if (!metricName?.endsWith('_count')) continue;
        const { path, status } = labels;
        this.inc({ path, status } as Record<'path' | 'status', string>, value);
      }
    },
  });
}

/** Serves what was measured at `/metrics`. */
export function serveMetrics(http: FastifyInstance, metrics: Metrics): void {
  http.get('/metrics', at('gateway/metrics.ts', 'none'), async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
}

/** Serves them on a port of their own, away from the public. */
export async function serveMetricsApart(
  config: Pick<Config, 'HOST' | 'METRICS_PORT'>,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const http = Fastify();
  serveMetrics(http, metrics);
  await http.listen({ host: config.HOST, port: config.METRICS_PORT });
  return http;
}
