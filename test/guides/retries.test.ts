import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { makeMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/retries.md'), 'utf8');
const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
const test = useTestApp();

type Post = (path: string, body: object, headers: Record<string, string>) => Promise<Response>;
type Write = (path: string, body: object) => Promise<Response>;

type Wait = (done: () => void, ms: number) => void;

/** The guide's function, with what it calls. */
function writeWith(post: Post, wait: Wait): Write {
  return new Function('post', 'setTimeout', `${program}; return write;`)(post, wait);
}

function refusal(status: number, message: string): Response {
  return new Response(JSON.stringify({ errors: [{ message }] }), { status });
}

describe('the guide on retries', () => {
  it('lists the retryable answers with their exact messages', () => {
    for (const name of ['idempotencyInFlight', 'unavailable', 'outcomeUnknown'] as const) {
      expect(guide).toContain(`${gatewayErrors[name].status} \`${gatewayErrors[name]().message}\``);
    }
  });

  it('has a program that acts once, whatever the answers to its first attempts', async () => {
    const merchant = await makeMerchant(test);
    const create = async (headers: Readonly<Record<string, string>>) => {
      const reply = await merchant.call('store/create-store', { name: 'Once' }, { headers });
      return new Response(reply.text, { status: reply.status, headers: reply.headers });
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
    expect(waits).toEqual([1_000, 5_000, 4_000]);
    expect(new Set(post.mock.calls.map(([, , headers]) => headers['X-Idempotency-Key'])).size).toBe(
      1,
    );
  });

  it.each([
    400, 401, 403, 404, 409, 501,
  ])('has a program that returns %i immediately', async (status) => {
    const post = vi.fn<Post>(async () => refusal(status, 'Store has running subscriptions'));
    const response = await writeWith(post, (done) => done())('store/delete-store', {});
    expect([response.status, post.mock.calls.length]).toEqual([status, 1]);
  });
});
