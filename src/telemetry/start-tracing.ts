import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span } from '@opentelemetry/api';
import { setTracer, type Tracer } from '../kit/tracing.ts';

/** Milliseconds for the collector to take the last spans. */
const MAX_LAST_MS = 2_000;

/**
 * Starts recording spans and sending them to the collector; returns a function that stops and sends
 * the rest, for two seconds at most. The libraries are loaded only here. OTEL_TRACES_SAMPLER and its
 * ARG set the sampling rate, OTEL_EXPORTER_OTLP_HEADERS what the collector requires.
 */
export async function startTracing(endpoint: string, role: string): Promise<() => Promise<void>> {
  const api = await import('@opentelemetry/api');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tillgate', 'tillgate.role': role }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const recorder = provider.getTracer('tillgate');
  const around = new AsyncLocalStorage<Context>();
  const open = (name: string, attributes: object): { span: Span; inside: Context } => {
    const outside = around.getStore() ?? api.ROOT_CONTEXT;
    const kind = outside === api.ROOT_CONTEXT ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
    const span = recorder.startSpan(name, { kind, attributes: { ...attributes } }, outside);
    return { span, inside: api.trace.setSpan(outside, span) };
  };
  const tracer: Tracer = {
    span: async (name, attributes, work) => {
      const { span, inside } = open(name, attributes);
      try {
        return await around.run(inside, work);
      } catch (error) {
        // The error's text may quote user input.
        span.setStatus({ code: api.SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    begin: (name, rest) => {
      const { span, inside } = open(name, {});
      around.run(inside, rest, (attributes) => {
        span.setAttributes({ ...attributes });
        span.end();
      });
    },
  };
  setTracer(tracer);
  return async () => {
    setTracer(null);
    // A collector that is down must not make a stop fail.
    await Promise.race([provider.shutdown().catch(() => {}), pause(MAX_LAST_MS)]);
  };
}
