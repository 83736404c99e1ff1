import { signedHeaders } from '../client.ts';
import { dataHolds, holds, type Row, refused, unreachable } from '../row.ts';
import { unknown, type World } from '../world.ts';

const ISSUE = 'auth/issue-session-token';
const buyerIdentity = 'user-1';

const issue = (body: object) => (world: World) => world.call(ISSUE, body);

/** Parts 4.1 and 5. */
export const authRows: readonly Row[] = [
  refused('4.1', 400, 'Missing required field: buyerIdentity', issue({}), 'user'),
  refused('4.1', 400, 'Missing required field: buyerIdentity', issue({ buyerIdentity: '' })),
  refused(
    '4.1',
    400,
    'Missing required field: provide storeId or productId',
    issue({ buyerIdentity }),
  ),
  refused(
    '4.1',
    400,
    'Expected format: STO_xxx, got "STO_!"',
    issue({ buyerIdentity, storeId: 'STO_!' }),
  ),
  refused(
    '4.1',
    400,
    'Expected format: PROD_xxx, got "7"',
    issue({ buyerIdentity, productId: '7' }),
  ),
  refused('4.1', 400, 'Store is not active', async ({ call, make }) => {
    const { id } = await make.store();
    await call('store/update-store', { id, status: 'inactive' });
    return call(ISSUE, { buyerIdentity, storeId: id });
  }),
  unreachable('4.1', 401, 'Missing merchantId in request context', 'the gateway answers first'),
  refused(
    '4.1',
    403,
    'Access denied: you do not have permission to this store',
    ({ client, stranger, store }) =>
      client.call(stranger, ISSUE, { buyerIdentity, storeId: store.id }),
  ),
  refused('4.1', 404, 'Store not found', (world) =>
    world.call(ISSUE, { buyerIdentity, storeId: unknown('STO', world) }),
  ),
  refused('4.1', 404, 'Product not found', (world) =>
    world.call(ISSUE, { buyerIdentity, productId: unknown('PROD', world) }),
  ),
  unreachable('4.1', 500, 'Internal server error', 'a fault of the service'),
  holds('4.1', 'a token and when it ends, for a store and for a product', async (world) => {
    for (const body of [{ storeId: world.store.id }, { productId: world.productId }]) {
      const answer = await world.call(ISSUE, { buyerIdentity, ...body });
      const differs = dataHolds(
        answer,
        ({ token, expiresAt }) => typeof token === 'string' && Date.parse(expiresAt) > Date.now(),
      );
      if (differs) return differs;
    }
    return null;
  }),

  refused(
    '5.4',
    400,
    'Missing authentication',
    ({ client }) => client.post('/v1/actions/store/create-store', { name: 'A' }),
    'gateway',
  ),
  refused(
    '5.4',
    401,
    'Invalid signature',
    ({ client, merchant }) =>
      client.call(merchant, 'store/create-store', { name: 'A' }, { signedBody: '{}' }),
    'gateway',
  ),
  refused(
    '5.4',
    401,
    'Invalid signature',
    ({ client, merchant, stranger }) =>
      client.call({ id: merchant.id, keys: stranger.keys }, 'store/create-store', { name: 'A' }),
    'gateway',
  ),
  ...[-302, 63].map((offsetS) =>
    refused('5.1', 401, 'Invalid signature', ({ client, merchant }) =>
      client.call(merchant, 'store/create-store', {}, { offsetS }),
    ),
  ),
  ...[-295, 55].map((offsetS) =>
    holds(
      '5.1',
      `a timestamp ${offsetS} s from now is accepted`,
      async ({ client, merchant, store }) =>
        dataHolds(
          await client.call(merchant, 'store/update-store', { id: store.id }, { offsetS }),
          (data) => data.store.id === store.id,
        ),
    ),
  ),
  holds('5.1', 'the environment is the one whose key verifies the signature', async (world) => {
    const { client, merchant, store } = world;
    const body = {
      storeId: store.id,
      name: 'In production',
      prices: { USD: { amount: '1.00', taxCategory: 'saas' } },
    };
    const made = await client.call(merchant, 'onetime-product/create-product', body, {
      environment: 'prod',
    });
    const id = made.body.data?.product.id;
    return (
      dataHolds(made, (data) => data.product.status === 'active') ??
      dataHolds(
        await world.call('/v1/graphql', { query: `{ onetimeProduct(id: "${id}") { id } }` }),
        (data) => data.onetimeProduct === null,
      )
    );
  }),
  refused('5.4', 401, 'Invalid or expired token', ({ client }) =>
    client.post(
      '/v1/actions/subscription-order/change-product',
      {},
      {
        authorization: 'Bearer nonsense',
        'x-environment': 'test',
      },
    ),
  ),
  refused('5.4', 403, 'Insufficient permissions', ({ client, store }) =>
    client.post(
      '/v1/actions/store/create-store',
      { name: 'A' },
      {
        'x-store-slug': store.slug,
        'x-environment': 'test',
      },
    ),
  ),
  holds(
    '5.1',
    'a signature has one spelling: white space and other alphabets are refused',
    async (world) => {
      const { client, merchant } = world;
      const path = '/v1/actions/store/create-store';
      const body = '{"name":"A"}';
      const headers = signedHeaders(merchant, path, body);
      const signature = headers['x-signature'] as string;
      for (const spelled of [signature.replaceAll('=', ''), `${signature}AA`, signature.slice(4)]) {
        const answer = await client.post(path, body, { ...headers, 'x-signature': spelled });
        if (answer.status !== 401)
          return `401 expected for ${spelled.length} characters, got ${answer.status}`;
      }
      return null;
    },
  ),
];
