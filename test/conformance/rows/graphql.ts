import type { Answer } from '../client.ts';
import { dataHolds, holds, type Row } from '../row.ts';
import type { World } from '../world.ts';

const query = (body: unknown) => (world: World) => world.call('/v1/graphql', body);

const answers = (status: number, says: string, send: (world: World) => Promise<Answer>): Row =>
  holds('4.13', `${status} ${says}`, async (world) => {
    const answer = await send(world);
    if (answer.status !== status) return `status ${status} expected, got ${answer.status}`;
    return Array.isArray(answer.body.errors) ? null : `no errors: ${JSON.stringify(answer.body)}`;
  });

/** Part 4.13. */
export const graphqlRows: readonly Row[] = [
  answers(400, 'missing query', query({})),
  answers(400, 'syntax error', query({ query: '{ stores { id ' })),
  answers(403, 'a mutation', query({ query: 'mutation { stores { id } }' })),
  answers(401, 'authentication failed', ({ client, merchant }) =>
    client.call(merchant, '/v1/graphql', { query: '{ stores { id } }' }, { signedBody: '' }),
  ),
  holds('4.13', 'stores with their products and webhooks', async (world) =>
    dataHolds(
      await query({
        query:
          '{ stores(limit: 50) { id name status onetimeProducts { id } storeWebhooks { id } } }',
      })(world),
      ({ stores }) => stores.some(({ id }: { id: string }) => id === world.store.id),
    ),
  ),
  holds('4.13', 'filters, variables, counts, limit and offset', async (world) =>
    dataHolds(
      await query({
        query: `query ($name: String!, $store: String!) {
          onetimeProducts(storeId: $store, limit: 1, offset: 0, filter: { name: { contains: $name } })
            { id name prices { currency priceInfo { amount } } metadata version status }
          onetimeProductsCount(storeId: $store, filter: { name: { contains: $name } })
        }`,
        variables: { name: 'Book', store: world.store.id },
      })(world),
      ({ onetimeProducts: [product], onetimeProductsCount }) =>
        product.name.includes('Book') &&
        Array.isArray(product.prices) &&
        typeof product.metadata === 'string' &&
        onetimeProductsCount >= 1,
    ),
  ),
  holds('4.13', 'introspection, with the five filters and their operators', async (world) =>
    dataHolds(
      await query({ query: '{ __schema { types { name inputFields { name } } } }' })(world),
      ({ __schema: { types } }) => {
        const has = (name: string, operators: string) => {
          const type = types.find((each: { name: string }) => each.name === name);
          const fields = type?.inputFields.map((field: { name: string }) => field.name) ?? [];
          return operators.split(' ').every((operator) => fields.includes(operator));
        };
        return (
          has('StringFilter', 'eq ne in contains') &&
          has('DateTimeFilter', 'eq gt lt gte lte') &&
          has('IntFilter', 'eq gt lt gte lte') &&
          has('AmountFilter', 'eq ne gt gte lt lte') &&
          has('BooleanFilter', 'eq')
        );
      },
    ),
  ),
];
