import { dataHolds, holds, type Row, refused, unreachable } from '../row.ts';
import { PRICES, unknown, type World } from '../world.ts';

const CREATE = 'onetime-product/create-product';
const KINDS = ['onetime-product', 'subscription-product'] as const;
type Kind = (typeof KINDS)[number];
const GATEWAY = 'the gateway answers first';

/** A valid body with the given changes. */
const create = (change: object) => (world: World) =>
  world.call(CREATE, { storeId: world.store.id, name: 'A book', prices: PRICES, ...change });
const priced = (currency: string, amount: unknown) =>
  create({ prices: { [currency]: { amount, taxIncluded: true, taxCategory: 'ebook' } } });

/** Parts 4.5 to 4.8. */
export const productRows: readonly Row[] = [
  refused('4.5', 400, 'Missing required field: storeId', create({ storeId: undefined }), 'product'),
  refused('4.5', 400, 'Invalid ID format', create({ storeId: 'STO_!' }), 'product'),
  refused('4.5', 400, 'Missing required field: name', create({ name: undefined }), 'product'),
  refused('4.5', 400, 'Prices must have at least one currency', create({ prices: undefined })),
  refused('4.5', 400, 'Prices must have at least one currency', create({ prices: {} }), 'product'),
  ...['usd', 'US', 'USDD', ' USD'].map((code) =>
    refused('4.5', 400, 'Invalid currency code', priced(code, '1.00'), 'product'),
  ),
  ...['0', '-1', 'ten', '', 5, '1e3'].map((amount) =>
    refused('4.5', 400, 'Invalid amount', priced('USD', amount), 'product'),
  ),
  refused('4.5', 404, 'Store not found', (world) =>
    create({ storeId: unknown('STO', world) })(world),
  ),
  refused('4.5', 404, 'Store not found', ({ client, stranger, store }) =>
    client.call(stranger, CREATE, { storeId: store.id, name: 'Mine', prices: PRICES }),
  ),
  unreachable('4.5', 500, 'Internal server error', 'a fault of the service'),
  holds('4.5', 'a product is made in test, active, with the fields of 2.5', async (world) =>
    dataHolds(
      await create({ description: '', media: [], successUrl: '', metadata: { key: 'value' } })(
        world,
      ),
      ({ product }) =>
        /^PROD_/.test(product.id) &&
        product.storeId === world.store.id &&
        product.status === 'active' &&
        product.description === null &&
        product.successUrl === null &&
        product.prices.USD.amount === '9.90' &&
        product.prices.USD.taxCategory === 'ebook' &&
        product.metadata.key === 'value',
    ),
  ),
  holds(
    '8',
    'a product name of 64 characters, a successUrl of 512, metadata of 50 keys',
    async (world) => {
      const metadata = Object.fromEntries(
        Array.from({ length: 50 }, (_, key) => [`key${key}`, 'x']),
      );
      const successUrl = `https://shop.example/${'x'.repeat(491)}`;
      return dataHolds(
        await create({ name: 'x'.repeat(64), successUrl, metadata })(world),
        ({ product }) => product.successUrl === successUrl,
      );
    },
  ),
  ...[
    { name: 'x'.repeat(65) },
    { successUrl: `https://shop.example/${'x'.repeat(492)}` },
    { successUrl: 'ftp://shop.example/' },
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`key${key}`, 'x'])) },
  ].map((change) =>
    holds('8', `${Object.keys(change)[0]} beyond its limit is 400`, async (world) => {
      const { status } = await create(change)(world);
      return status === 400 ? null : `status 400 expected, got ${status}`;
    }),
  ),
  ...KINDS.flatMap(publishRows),
  ...statusRows(),
];

/** Parts 4.6 and 4.7. */
function publishRows(kind: Kind): Row[] {
  const [part, format] =
    kind === 'onetime-product'
      ? ['4.6', 'Invalid ID format']
      : ['4.7', 'Expected format: PROD_xxx, got "PROD_short"'];
  const publish = `${kind}/publish-product`;
  const make = ({ make: { plan, product } }: World) =>
    kind === 'onetime-product' ? product() : plan();
  const own: Row[] =
    kind === 'onetime-product'
      ? []
      : [
          unreachable(part, 400, 'Missing header: x-context-merchant-id', GATEWAY),
          unreachable(part, 401, 'Unauthorized', GATEWAY),
          unreachable(part, 404, 'Source version not found', 'a version is never deleted'),
        ];
  return [
    ...own,
    refused(part, 400, 'Missing required field: id', (world) => world.call(publish, {}), 'product'),
    refused(part, 400, format, (world) => world.call(publish, { id: 'PROD_short' }), 'product'),
    refused(part, 400, 'No test version found', async (world) => {
      const body = {
        storeId: world.store.id,
        name: 'In production',
        prices: PRICES,
        billingPeriod: 'monthly',
      };
      const { client, merchant } = world;
      const made = await client.call(merchant, `${kind}/create-product`, body, {
        environment: 'prod',
      });
      return world.call(publish, { id: made.body.data.product.id });
    }),
    refused(part, 400, 'Test version is not active', async (world) => {
      const id = await make(world);
      await world.call(`${kind}/update-status`, { id, status: 'inactive' });
      return world.call(publish, { id });
    }),
    refused(part, 400, 'Already published to production', async (world) => {
      const id = await make(world);
      await world.call(publish, { id });
      return world.call(publish, { id });
    }),
    refused(part, 404, 'Product not found', (world) =>
      world.call(publish, { id: unknown('PROD', world) }),
    ),
    unreachable(part, 500, 'Internal server error', 'a fault of the service'),
    holds(part, 'the published product is answered', async (world) => {
      const id = await make(world);
      return dataHolds(
        await world.call(publish, { id }),
        ({ product }) => product.id === id && product.status === 'active',
      );
    }),
    holds(part, 'X-Environment is not to be sent', async (world) => {
      const { client, merchant } = world;
      const headers = { 'x-environment': 'test' };
      const { status } = await client.call(
        merchant,
        publish,
        { id: await make(world) },
        { headers },
      );
      return status === 400 ? null : `status 400 expected, got ${status}`;
    }),
  ];
}

/** Part 4.8. */
function statusRows(): Row[] {
  const update = (body: object) => (world: World) =>
    world.call('subscription-product/update-status', { id: world.planId, ...body });
  const wrong = "Invalid or missing status (must be 'active' or 'inactive')";
  return [
    unreachable('4.8', 400, 'Missing header: x-context-merchant-id', GATEWAY),
    unreachable('4.8', 400, 'Missing or invalid header: x-context-environment', 'the key decides'),
    refused('4.8', 400, 'Missing required field: id', update({ id: undefined, status: 'active' })),
    refused(
      '4.8',
      400,
      'Expected format: PROD_xxx, got "7"',
      update({ id: '7', status: 'active' }),
    ),
    refused('4.8', 400, wrong, update({})),
    refused('4.8', 400, wrong, update({ status: 'gone' })),
    holds('4.8', '400 with `has no version` where the environment has none', async (world) => {
      const { client, merchant, planId } = world;
      const body = { id: planId, status: 'active' };
      const answer = await client.call(merchant, 'subscription-product/update-status', body, {
        environment: 'prod',
      });
      const message = answer.body.errors?.[0]?.message ?? '';
      return answer.status === 400 && message.includes('has no version')
        ? null
        : `got ${answer.status} ${message}`;
    }),
    unreachable('4.8', 401, 'Unauthorized', GATEWAY),
    refused('4.8', 404, 'Product not found', (world) =>
      update({ id: unknown('PROD', world), status: 'active' })(world),
    ),
    unreachable('4.8', 404, 'Current version not found', 'a version is never deleted'),
    unreachable('4.8', 500, 'Internal server error', 'a fault of the service'),
    holds('4.8', 'the product is answered with its new status', async (world) => {
      for (const status of ['inactive', 'active']) {
        const differs = dataHolds(
          await update({ status })(world),
          ({ product }) => product.status === status,
        );
        if (differs) return differs;
      }
      return null;
    }),
  ];
}
