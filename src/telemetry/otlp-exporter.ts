import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Milliseconds for a collector to take a batch. */
const TIMEOUT_MS = 10_000;
const SUCCESS = 0;
const FAILED = 1;

/** Sends spans as OTLP over HTTP in JSON: only one message type is needed, so no library. */
export function createOtlpExporter(endpoint: string): SpanExporter {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return {
    export: (spans, done) => {
      send(url, toMessage(spans)).then(
        () => done({ code: SUCCESS }),
        (error: unknown) => done({ code: FAILED, error: error as Error }),
      );
    },
    shutdown: async () => {},
  };
}

async function send(url: string, message: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The collector answered ${response.status}`);
}

function toMessage(spans: readonly ReadableSpan[]): object {
  const [first] = spans;
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(first?.resource.attributes ?? {}) },
        scopeSpans: [{ scope: { name: 'tillgate' }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

function toSpan(span: ReadableSpan): object {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    ...(span.parentSpanContext ? { parentSpanId: span.parentSpanContext.spanId } : {}),
    name: span.name,
    // OTLP numbers its kinds from 1.
    kind: span.kind + 1,
    startTimeUnixNano: toNanoseconds(span.startTime),
    endTimeUnixNano: toNanoseconds(span.endTime),
    attributes: toAttributes(span.attributes),
    status: { code: span.status.code },
  };
}

function toNanoseconds([seconds, nanoseconds]: readonly [number, number]): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds));
}

function toAttributes(attributes: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: unknown): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return { stringValue: String(value) };
}
