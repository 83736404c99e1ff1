import { describe, expect, it } from 'vitest';
import { makeOwner } from '../../../test/support/catalogue.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import { post } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { changeProduct } from './change-product.ts';

const PATH = 'subscription-order/change-product';
const TARGET = `/v1/actions/${PATH}`;
const lines: string[] = [];
const logStream = { write: (line: string) => void lines.push(line) };
const test = useTestApp({ LOG_LEVEL: 'warn' }, { logStream });
const NEVER = unreachable('an authenticated call answers 501 whatever its body');

const send = async (text: string, environment = 'test', more: Record<string, string> = {}) => {
  const { merchant, storeId } = await makeOwner(test);
  const body = { storeId, buyerIdentity: 'buyer@example.com' };
  const issued = await merchant.call('auth/issue-session-token', body);
  const headers = {
    authorization: `Bearer ${issued.body.data.token}`,
    'x-environment': environment,
    ...more,
  };
  return post(test.baseUrl, TARGET, text, headers);
};

describe(PATH, () => {
  it('answers 501 whatever the body', async () => {
    const deep = '['.repeat(100) + ']'.repeat(100);
    const malformed = ['', '{', '[]', 'null', '7', deep, '{"x":12345678901234567890}'];
    const objects = ['{}', '{"orderId":7}', '{"orderId":"ORD_x","targetProductId":"y"}'];
    for (const text of [...objects, ...malformed, '{"orderId":"\\u0000"}']) {
      expectError(await send(text), 501, 'Not implemented', 'order');
    }
  });

  it('answers 501 whatever the idempotency key', async () => {
    const reply = await send('{}', 'test', { 'x-idempotency-key': 'no key!' });
    expectError(reply, 501, 'Not implemented', 'order');
  });

  it('logs no error', async () => {
    expectError(await send('{}'), 501, 'Not implemented', 'order');
    expect(lines).toEqual([]);
  });

  it('answers 501 again for the same idempotency key', async () => {
    const first = await send('{}');
    expect((await send('{}')).text).toBe(first.text);
  });

  it('answers authentication errors first', async () => {
    const none = await post(test.baseUrl, TARGET, '{}');
    expectError(none, 400, 'Missing authentication', 'gateway');
    expectError(await send('{}', 'prod'), 401, 'Invalid or expired token', 'gateway');
    const { merchant } = await makeOwner(test);
    expectError(await merchant.call(PATH, {}), 403, 'Insufficient permissions', 'gateway');
  });
});

describeErrorRows(changeProduct, {
  notImplemented: () => send('{}'),
  missingOrderId: NEVER,
  missingTarget: NEVER,
  malformedOrderId: NEVER,
  unauthenticated: unreachable('the gateway answers for a missing or invalid token'),
  wrongUser: NEVER,
  notFound: NEVER,
  internal: unreachable('the gateway answers for internal errors'),
});
