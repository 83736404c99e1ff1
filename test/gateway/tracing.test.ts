import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracing } from '../../src/telemetry/start-tracing.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
closeReceivers();
const SECRET_NAME = 'A name that must not be traced';
/** Milliseconds: two seconds for the last spans, on a busy machine. */
const MAX_STOP_MS = 4_000;
const PROMPT = 'a very private prompt about a castle';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** A collector that records what it receives. */
const collected: { path: string; text: string }[] = [];
const collector = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    collected.push({ path: request.url ?? '', text });
    response.end('{}');
  });
});

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => void collector.close());

describe('traces', () => {
  it('show a request, its transaction and statements, and a delivery, but no content', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const receiver = await startReceiver();
    await makeWebhook(merchant, store.id, receiver.url);
    const { port } = collector.address() as AddressInfo;
    const stop = await startTracing(`http://127.0.0.1:${port}/`, 'all');
    await merchant.call('store/create-store', { name: SECRET_NAME });
    await merchant.call('verification/scan-prompt', { prompt: PROMPT });
    await emit(test, store.id);
    await test.app.worker.runOnce();
    await stop();
    await merchant.call('store/create-store', { name: 'After the end' });

    expect(new Set(collected.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const text = collected.map((message) => message.text).join();
    for (const sent of [SECRET_NAME, PROMPT, merchant.email, receiver.url]) {
      expect(text).not.toContain(sent);
    }
    const spans = collected.flatMap((message) => spansOf(message.text));
    const request = spans.find(({ name }) => name === 'POST /v1/actions/store/create-store');
    const transaction = spans.find(
      ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === request?.spanId,
    );
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
    expect(request?.parentSpanId).toBeUndefined();
    expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: 200 });
    expect(statements.length).toBeGreaterThan(0);
    expect(JSON.stringify(statements)).toContain('insert into store');
    for (const span of statements) expect(span.traceId).toBe(request?.traceId);
    const took = BigInt(request?.endTimeUnixNano ?? 0) - BigInt(request?.startTimeUnixNano ?? 0);
    expect(took).toBeGreaterThan(0n);
    expect(spans.filter(({ name }) => name === 'delivery')).toHaveLength(1);
    expect(spans.filter(({ name }) => name.endsWith('create-store'))).toHaveLength(1);
  });

  it.each([
    ['never answers', () => {}],
    ['cuts the connection', (request: IncomingMessage) => void request.socket.destroy()],
  ])('end within seconds although the collector %s', async (_, listener) => {
    const deaf = createServer(listener).listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const { port } = deaf.address() as AddressInfo;
    const stop = await startTracing(`http://127.0.0.1:${port}`, 'all');
    expect((await fetch(`${test.baseUrl}/healthz`)).status).toBe(200);
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(MAX_STOP_MS);
    deaf.closeAllConnections();
    deaf.close();
  });
});

function spansOf(text: string): Span[] {
  return JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
}

function attribute(span: Span | undefined, key: string): object | undefined {
  return span?.attributes.find((candidate) => candidate.key === key)?.value;
}
