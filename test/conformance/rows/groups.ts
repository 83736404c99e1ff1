import { dataHolds, holds, type Row, refused, unreachable } from '../row.ts';
import { UNKNOWN_GROUP, type World } from '../world.ts';

const CREATE = 'subscription-product-group/create-group';
const UPDATE = 'subscription-product-group/update-group';
const PUBLISH = 'subscription-product-group/publish-group';
const FAULT = 'a fault of the service';

const create = (body: object) => (world: World) => world.call(CREATE, body);

/** Parts 4.9 to 4.11. */
export const groupRows: readonly Row[] = [
  unreachable('4.9', 400, 'Missing or invalid header: x-context-environment', 'the key decides'),
  ...[{}, { name: 'A group' }].map((body) =>
    refused('4.9', 400, 'Missing required fields: storeId, name', create(body), 'product'),
  ),
  refused('4.9', 400, 'Expected format: STO_xxx, got "7"', create({ storeId: '7', name: 'A' })),
  refused('4.9', 400, 'Expected format: PROD_xxx, got "7"', (world) =>
    create({ storeId: world.store.id, name: 'A', productIds: ['7'] })(world),
  ),
  unreachable('4.9', 500, 'Internal server error', FAULT),
  holds('4.9', 'the group is answered with its environment', async (world) => {
    const { store, planId, call } = world;
    const body = {
      storeId: store.id,
      name: 'A new group',
      rules: { sharedTrial: true },
      productIds: [planId],
    };
    return dataHolds(
      await call(CREATE, body),
      ({ group }) =>
        group.environment === 'test' &&
        group.rules.sharedTrial === true &&
        group.productIds[0] === planId &&
        /^[0-9a-f-]{36}$/.test(group.id),
    );
  }),

  refused('4.10', 400, 'Missing required field: id', (world) => world.call(UPDATE, {}), 'product'),
  refused('4.10', 400, 'Expected format: PROD_xxx, got "7"', async (world) =>
    world.call(UPDATE, { id: await world.make.group(), productIds: ['7'] }),
  ),
  refused('4.10', 404, 'Group not found', (world) => world.call(UPDATE, { id: UNKNOWN_GROUP })),
  unreachable('4.10', 500, 'Internal server error', FAULT),
  holds('4.10', 'productIds replaces the whole list', async (world) => {
    const id = await world.make.group({ productIds: [await world.make.plan()] });
    const other = await world.make.plan();
    return dataHolds(
      await world.call(UPDATE, { id, productIds: [other] }),
      ({ group }) => JSON.stringify(group.productIds) === JSON.stringify([other]),
    );
  }),

  refused('4.11', 400, 'Missing required field: id', (world) => world.call(PUBLISH, {}), 'product'),
  refused('4.11', 400, 'Can only publish test environment groups', async (world) => {
    const { client, merchant, store } = world;
    const body = { storeId: store.id, name: 'In production' };
    const made = await client.call(merchant, CREATE, body, { environment: 'prod' });
    return world.call(PUBLISH, { id: made.body.data.group.id });
  }),
  refused('4.11', 400, 'Cannot publish: product_ids is empty', async (world) =>
    world.call(PUBLISH, { id: await world.make.group() }),
  ),
  refused('4.11', 404, 'Group not found', (world) => world.call(PUBLISH, { id: UNKNOWN_GROUP })),
  unreachable('4.11', 500, 'Internal server error', FAULT),
  holds('4.11', 'publishing may be repeated, whatever the state of the members', async (world) => {
    const id = await world.make.group({ productIds: [await world.make.plan()] });
    for (let round = 0; round < 2; round += 1) {
      const differs = dataHolds(
        await world.call(PUBLISH, { id }),
        ({ group }) => group.environment === 'prod',
      );
      if (differs) return differs;
    }
    return null;
  }),
];
