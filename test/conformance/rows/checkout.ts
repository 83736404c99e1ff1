import { isDeepStrictEqual } from 'node:util';
import { dataHolds, holds, type Row, unreachable } from '../row.ts';
import type { World } from '../world.ts';

const CREATE = 'checkout/create-session';
const CHANGE = 'subscription-order/change-product';
const KEY = 'Request with this idempotency key is already being processed';

/** Rows that the specification lists besides "always answers 501". */
const LISTED: readonly (readonly [number, string])[] = [
  [400, 'Missing required field: orderId'],
  [400, 'Missing required field: targetProductId'],
  [400, 'Expected format: ORD_xxx, got "..."'],
  [401, 'Authentication failed'],
  [403, 'Order does not belong to user'],
  [404, 'Order not found'],
  [500, 'Internal server error'],
];

/** A call with a buyer's session token. */
async function change(world: World, body: object) {
  const authorization = `Bearer ${await world.make.token('user-1')}`;
  const headers = { authorization, 'x-environment': 'test' };
  return world.client.post(`/v1/actions/${CHANGE}`, body, headers);
}

/** Parts 4.12 (orders and sessions), 5.2, 5.3 and 7 (idempotency). */
export const checkoutRows: readonly Row[] = [
  ...[
    ['an empty body', {}],
    ['a malformed order', { orderId: '7', targetProductId: '7' }],
  ].map(([what, body]) =>
    holds('4.12', `501 Not implemented, with ${what}`, async (world) => {
      const { status, body: answer } = await change(world, body as object);
      const expected = { data: null, errors: [{ message: 'Not implemented', layer: 'order' }] };
      return status === 501 && isDeepStrictEqual(answer, expected)
        ? null
        : `got ${status} ${JSON.stringify(answer)}`;
    }),
  ),
  ...LISTED.map(([status, message]) =>
    unreachable('4.12', status, message, 'change-product always answers 501'),
  ),

  holds('4.12', 'an API key makes a checkout session', async ({ call, productId }) =>
    dataHolds(
      await call(CREATE, { productId, productType: 'onetime', currency: 'USD' }),
      (data) => typeof data.checkoutUrl === 'string',
    ),
  ),
  holds(
    '5.2',
    'a visitor with the slug makes a checkout session',
    async ({ client, store, productId }) =>
      dataHolds(
        await client.post(
          `/v1/actions/${CREATE}`,
          { productId, currency: 'USD' },
          { 'x-store-slug': store.slug, 'x-environment': 'test' },
        ),
        (data) => typeof data.checkoutUrl === 'string',
      ),
  ),
  holds(
    '7',
    'an idempotency key gives the first answer again',
    async ({ client, merchant, productId }) => {
      const options = { headers: { 'x-idempotency-key': `conformance-${crypto.randomUUID()}` } };
      const send = () => client.call(merchant, CREATE, { productId, currency: 'USD' }, options);
      const [first, second] = [await send(), await send()];
      return first.status === 200 && JSON.stringify(first.body) === JSON.stringify(second.body)
        ? null
        : `differs: ${JSON.stringify([first.body, second.body])}`;
    },
  ),
  holds(
    '7',
    `only one of several concurrent requests with one key has an effect; 409 ${KEY}`,
    async (world) => {
      const { client, merchant, productId } = world;
      const options = { headers: { 'x-idempotency-key': `conformance-${crypto.randomUUID()}` } };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          client.call(merchant, CREATE, { productId, currency: 'USD' }, options),
        ),
      );
      const good = new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body.data.sessionId),
      );
      const others = answers.filter(({ status }) => status !== 200);
      const held = others.every(
        ({ status, body }) => status === 409 && body.errors[0].message === KEY,
      );
      return good.size === 1 && held ? null : JSON.stringify(answers.map(({ body }) => body));
    },
  ),
  ...['', ' ', 'a b', 'ä', 'x'.repeat(257)].map((key) =>
    holds(
      '8',
      `the idempotency key ${JSON.stringify(key.slice(0, 8))} of ${key.length} is refused`,
      async (world) => {
        const { client, merchant, productId } = world;
        const headers = { 'x-idempotency-key': encodeHeader(key) };
        const body = { productId, currency: 'USD' };
        const { status } = await client.call(merchant, CREATE, body, { headers });
        return status === 400 ? null : `status 400 expected, got ${status}`;
      },
    ),
  ),
  holds('8', 'an idempotency key of 256 characters', async ({ client, merchant, productId }) => {
    const headers = { 'x-idempotency-key': crypto.randomUUID().padEnd(256, 'x') };
    return dataHolds(
      await client.call(merchant, CREATE, { productId, currency: 'USD' }, { headers }),
      (data) => typeof data.sessionId === 'string',
    );
  }),
  holds(
    '8',
    'orderMerchantExternalId of 128 characters, not of 129',
    async ({ call, productId }) => {
      const send = (length: number) =>
        call(CREATE, { productId, currency: 'USD', orderMerchantExternalId: 'x'.repeat(length) });
      const [longest, longer] = [await send(128), await send(129)];
      return longest.status === 200 && longer.status === 400
        ? null
        : `200 and 400 expected, got ${longest.status} and ${longer.status}`;
    },
  ),
];

/** UTF-8 bytes as a header can carry them. */
function encodeHeader(text: string): string {
  return Buffer.from(text).toString('latin1');
}
