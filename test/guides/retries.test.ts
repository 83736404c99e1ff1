import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createOrder } from '../../src/domain/onetime-order/create-order.ts';
import { advanceClock } from '../../src/domain/test-clock/advance-clock.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { makeMerchant, type Reply } from '../support/merchant.ts';
import {
  callAsBuyer,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
} from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/retries.md'), 'utf8');
const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
const test = useTestApp();

/** A sandbox card that is charged, although the call answers 502. */
const LOSES_ANSWER = '4000000000006603';
/** After a minute, the worker asks the provider about the charge. */
const SETTLED_AFTER_MS = 61_000;

type Post = (path: string, body: object, headers: Record<string, string>) => Promise<Response>;
type Write = (path: string, body: object) => Promise<Response>;

type Wait = (done: () => void, ms: number) => void;

/** The guide's function, with what it calls. */
function writeWith(post: Post, wait: Wait): Write {
  return new Function('post', 'setTimeout', `${program}; return write;`)(post, wait);
}

function asResponse({ text, status, headers }: Reply): Response {
  return new Response(text, { status, headers });
}

function refusal(status: number, message: string): Response {
  return new Response(JSON.stringify({ errors: [{ message }] }), { status });
}

describe('the guide on retries', () => {
  it('lists the retryable answers with their exact messages', () => {
    for (const name of ['idempotencyInFlight', 'unavailable', 'outcomeUnknown'] as const) {
      expect(guide).toContain(`${gatewayErrors[name].status} \`${gatewayErrors[name]().message}\``);
    }
    const { charging } = createOrder.errors;
    expect(guide).toContain(`${charging?.status} \`${charging?.template}\``);
    expect(guide).toContain(`\`${advanceClock.errors.stopped?.template}\``);
  });

  it('has a program that acts once, whatever the answers to its first attempts', async () => {
    const merchant = await makeMerchant(test);
    const create = async (headers: Readonly<Record<string, string>>) => {
      return asResponse(await merchant.call('store/create-store', { name: 'Once' }, { headers }));
    };
    const attempts: Post[] = [
      (_path, _body, headers) => create(headers).then(() => Promise.reject(new Error('lost'))),
      async () => new Response('{}', { status: 503, headers: { 'retry-after': '5' } }),
      async () => refusal(409, gatewayErrors.idempotencyInFlight().message),
      (_path, _body, headers) => create(headers),
    ];
    const post = vi.fn<Post>((...call) => (attempts.shift() as Post)(...call));
    const waits: number[] = [];
    const wait = (done: () => void, ms: number) => waits.push(ms) && done();
    const response = await writeWith(post, wait)('store/create-store', {});
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(waits).toEqual([5_000, 5_000, 20_000]);
    expect(new Set(post.mock.calls.map(([, , headers]) => headers['X-Idempotency-Key'])).size).toBe(
      1,
    );
  });

  it('has a program that gets the order of a charge whose response was lost', async () => {
    const shop = await makeShop(test);
    const token = await makeBuyerToken(shop);
    const body = await payingBody(test, await makeSession(shop), LOSES_ANSWER);
    const statuses: number[] = [];
    const post: Post = async (path, sent, headers) => {
      const reply = await callAsBuyer(test, token, path, sent, { headers });
      statuses.push(reply.status);
      return asResponse(reply);
    };
    const wait: Wait = (done) => {
      if (statuses.length < 2) return done();
      test.clock.advance(SETTLED_AFTER_MS);
      test.app.worker.runOnce().then(done);
    };
    const response = await writeWith(post, wait)('onetime-order/create-order', body);
    expect((await response.json()).data).toMatchObject({ status: 'completed' });
    expect(statuses).toEqual([502, 409, 200]);
  });

  it('has a program that gives up after three attempts, as the contract says', async () => {
    const waits: number[] = [];
    const wait = (done: () => void, ms: number) => waits.push(ms) < 10 && done();
    const post = vi.fn<Post>(async () => refusal(500, 'Internal server error'));
    const response = await writeWith(post, wait)('store/create-store', {});
    expect([response.status, post.mock.calls.length, waits]).toEqual([500, 3, [5_000, 10_000]]);
    const lost = vi.fn<Post>(() => Promise.reject(new Error('lost')));
    await expect(writeWith(lost, wait)('store/create-store', {})).rejects.toThrow('lost');
    expect(lost.mock.calls.length).toBe(3);
  });

  it.each([
    400, 401, 403, 404, 409, 501,
  ])('has a program that returns %i immediately', async (status) => {
    const post = vi.fn<Post>(async () => refusal(status, 'Store has running subscriptions'));
    const response = await writeWith(post, (done) => done())('store/delete-store', {});
    expect([response.status, post.mock.calls.length]).toEqual([status, 1]);
  });
});
