import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { listeningAddress } from './listening-address.ts';
import { at } from './route-list.ts';

/** Seconds, from a response from memory to the longest statement. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Label of all unknown paths, so that callers can't create labels. */
const OTHER = 'other';

export interface Metrics {
  /** For metrics of other parts of the service. */
  readonly registry: Registry;
  readonly contentType: string;
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>;
}

/** Metrics of the process, including its memory, CPU and event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}

/** Counts and times the server's requests by route and status. */
export function measureRequests(http: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'tillgate_http_request_duration_seconds',
    help: 'Time from the request head to the end of the response.',
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

/** The number of requests is derived from the durations when metrics are read. */
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

/** Serves the metrics at `/metrics`. */
export function serveMetrics(http: FastifyInstance, metrics: Metrics): void {
  http.get('/metrics', at('gateway/metrics.ts', 'none'), async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  );
}

/** Serves them on a separate port that isn't public. */
export async function serveMetricsApart(
  config: Pick<Config, 'HOST' | 'METRICS_PORT'>,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const http = Fastify();
  serveMetrics(http, metrics);
  await http.listen({ host: await listeningAddress(config.HOST), port: config.METRICS_PORT });
  return http;
}
