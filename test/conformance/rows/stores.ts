import { makeMerchant } from '../client.ts';
import { dataHolds, holds, type Row, refused, unreachable } from '../row.ts';
import { unknown, type World } from '../world.ts';

const CREATE = 'store/create-store';
const UPDATE = 'store/update-store';
const DELETE = 'store/delete-store';
const NAMED_BY_GATEWAY = 'the gateway refuses a request without a merchant';

const create = (name: unknown) => (world: World) => world.call(CREATE, { name });
const update = (change: object) => (world: World) =>
  world.call(UPDATE, { id: world.store.id, ...change });

/** Parts 4.2 to 4.4. */
export const storeRows: readonly Row[] = [
  unreachable('4.2', 400, 'Missing merchantId in request context', NAMED_BY_GATEWAY),
  refused('4.2', 400, 'Missing required field: name', (world) => world.call(CREATE, {}), 'store'),
  refused(
    '4.2',
    400,
    'Store name cannot be empty or contain only whitespace',
    create(' \t '),
    'store',
  ),
  refused('4.2', 400, 'Store name cannot exceed 48 characters', create('x'.repeat(49)), 'store'),
  refused('4.2', 400, 'Store name cannot contain control characters', create('a\u0007b'), 'store'),
  refused(
    '4.2',
    400,
    'Cannot create more stores. Maximum limit of 20 stores per merchant has been reached.',
    async ({ client, make }) => {
      const owner = await makeMerchant(client);
      for (let number = 0; number < 20; number += 1) await make.store(owner);
      return client.call(owner, CREATE, { name: 'One too many' });
    },
    'store',
  ),
  holds(
    '4.2',
    'a new store is active, not enabled for production, with a slug and default settings',
    async ({ client }) =>
      dataHolds(
        await client.call(await makeMerchant(client), CREATE, { name: '  A store  ' }),
        ({ store }) =>
          store.name === 'A store' &&
          store.status === 'active' &&
          store.prodEnabled === false &&
          typeof store.slug === 'string' &&
          store.deletedAt === null &&
          store.notificationSettings.notifyNewOrders === true &&
          store.checkoutSettings.defaultDarkMode === false &&
          /^STO_/.test(store.id) &&
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(store.createdAt),
      ),
  ),
  holds('8', 'a store name of 1 and of 48 characters', async ({ call, store }) => {
    for (const name of ['x', 'x'.repeat(48)]) {
      const differs = dataHolds(
        await call(UPDATE, { id: store.id, name }),
        (data) => data.store.name === name,
      );
      if (differs) return differs;
    }
    return null;
  }),

  unreachable('4.3', 400, 'Missing merchantId in request context', NAMED_BY_GATEWAY),
  refused('4.3', 400, 'Missing required field: id', (world) => world.call(UPDATE, {}), 'store'),
  refused(
    '4.3',
    400,
    'Expected format: STO_xxx, got "STO_short"',
    update({ id: 'STO_short' }),
    'store',
  ),
  refused(
    '4.3',
    400,
    'Store name cannot be empty or contain only whitespace',
    update({ name: ' ' }),
    'store',
  ),
  refused(
    '4.3',
    400,
    'Store name cannot exceed 48 characters',
    update({ name: 'x'.repeat(49) }),
    'store',
  ),
  refused(
    '4.3',
    400,
    'Store name cannot contain control characters',
    update({ name: 'a\nb' }),
    'store',
  ),
  refused(
    '4.3',
    400,
    'Invalid status, must be active, inactive or suspended',
    update({ status: 'gone' }),
    'store',
  ),
  refused('4.3', 400, 'Invalid logo: must be a string or null', update({ logo: 7 }), 'store'),
  refused('4.3', 403, 'Not authorized to update this store', ({ client, stranger, store }) =>
    client.call(stranger, UPDATE, { id: store.id, name: 'Mine' }),
  ),
  refused(
    '4.3',
    404,
    'Store not found',
    (world) => world.call(UPDATE, { id: unknown('STO', world) }),
    'store',
  ),
  holds('4.3', 'webhookSettings are ignored with a warning', async (world) =>
    dataHolds(
      await update({ webhookSettings: { url: 'https://x.example' } })(world),
      (data, { warnings }) =>
        data.store.id === world.store.id &&
        warnings.length === 1 &&
        warnings[0].layer === 'store' &&
        typeof warnings[0].message === 'string' &&
        typeof warnings[0].aiHint === 'string',
    ),
  ),
  holds(
    '4.3',
    'keys that the platform manages are dropped and listed in a warning',
    async (world) =>
      dataHolds(
        await update({
          notificationSettings: { emailTrialStarted: false, notifyPayoutFailed: false },
        })(world),
        (data, { warnings }) =>
          data.store.notificationSettings.emailTrialStarted === true &&
          ['emailTrialStarted', 'notifyPayoutFailed'].every((key) =>
            JSON.stringify(warnings).includes(key),
          ),
      ),
  ),
  holds('4.3', 'supportEmail and website are dropped silently', async (world) =>
    dataHolds(
      await update({ supportEmail: 'a@b.example', website: 'https://b.example' })(world),
      (data, body) =>
        data.store.supportEmail === null && data.store.website === null && !body.warnings,
    ),
  ),

  unreachable('4.4', 400, 'Missing merchantId in request context', NAMED_BY_GATEWAY),
  refused('4.4', 400, 'Missing required field: id', (world) => world.call(DELETE, {}), 'store'),
  refused(
    '4.4',
    400,
    'Expected format: STO_xxx, got "7"',
    (world) => world.call(DELETE, { id: '7' }),
    'store',
  ),
  refused(
    '4.4',
    403,
    'Not authorized to delete this store, only owner can delete',
    ({ client, stranger, store }) => client.call(stranger, DELETE, { id: store.id }),
  ),
  refused(
    '4.4',
    404,
    'Store not found',
    (world) => world.call(DELETE, { id: unknown('STO', world) }),
    'store',
  ),
  holds(
    '4.4',
    '409 with an entry for active products, pending orders and active subscriptions',
    deletionBlockers,
  ),
  unreachable(
    '4.4',
    409,
    'Store has X pending KYB ticket(s); resolve them first',
    'requires a store with a confirmed website',
  ),
  unreachable(
    '4.4',
    409,
    'Store still has X bound email(s); revoke email binding first',
    'requires a link from a mail',
  ),
  unreachable(
    '4.4',
    409,
    'Store still has X bound domain(s); revoke domain binding first',
    'requires a separate domain',
  ),
  holds(
    '4.4',
    'a deleted store has deletedAt, keeps its status and hides its settings',
    async ({ call, make }) => {
      const { id } = await make.store();
      return dataHolds(
        await call(DELETE, { id }),
        ({ store }) =>
          typeof store.deletedAt === 'string' &&
          store.status === 'active' &&
          store.notificationSettings === null &&
          store.checkoutSettings === null,
      );
    },
  ),
];

/** A store with a live product, a live plan and a subscriber. */
async function deletionBlockers({ call, make }: World): Promise<string | null> {
  const { id } = await make.store();
  await make.product(id);
  await make.order(await make.plan(id));
  const { status, body } = await call(DELETE, { id });
  const got = `${status} ${JSON.stringify(body)}`;
  const expected: Readonly<Record<string, [number, string]>> = {
    active_products: [2, 'Store has 2 active product(s); archive or delete them first'],
    pending_orders: [1, 'Store has 1 pending order(s); wait for completion or cancel them first'],
    active_subscriptions: [1, 'Store has 1 active subscription(s); cancel them first'],
  };
  if (status !== 409 || body.data !== null) return `409 expected, got ${got}`;
  for (const entry of body.errors) {
    const [count, message] = expected[entry.reason] ?? [];
    const holdsTrue =
      entry.count === count &&
      entry.message === message &&
      entry.layer === 'store' &&
      typeof entry.aiHint === 'string';
    if (!holdsTrue) return `not as said: ${JSON.stringify(entry)}`;
  }
  const reasons = body.errors.map(({ reason }: { reason: string }) => reason);
  return reasons.includes('active_products') && reasons.includes('active_subscriptions')
    ? null
    : `reasons are missing: ${got}`;
}
