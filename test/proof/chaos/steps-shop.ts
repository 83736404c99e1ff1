import {
  type Actor,
  act,
  dataIn,
  newKey,
  type Product,
  type Shop,
  type Stand,
  signedBy,
  signedForProduction,
} from './actor.ts';
import { exchange } from './sending.ts';

/** A step of an actor: one thing that a merchant or their buyers do. */
export type Step = (stand: Stand, actor: Actor) => Promise<void>;

/** Stores per actor, except for the one that tries to exceed the limit. */
const MAX_SHOPS = 4;
const MAX_PRODUCTS = 12;
const ALREADY_PUBLISHED = 'Already published to production';

export const openShop: Step = async (stand, actor) => {
  if (actor.shops.length >= MAX_SHOPS) return;
  const key = newKey(stand);
  // Fields the client sends besides the name have no effect (docs/contract/invariants.md#28).
  const extra = { slug: 'evil', prodEnabled: true, deletedAt: new Date(), id: 'STO_1' };
  const body = actor.random.chance(0.3) ? { name: key, ...extra } : { name: key };
  const made = dataIn(await act(stand, actor, 'store/create-store', body, { kind: 'store', key }));
  if (!made) return;
  const { id, slug, logo, prodEnabled } = made.store;
  if (slug === 'evil' || prodEnabled) {
    stand.journal.sightings.push({ invariant: 28, fault: `${id} took fields of the client` });
  }
  const shop: Shop = {
    ...{ id, slug, names: new Set([key]), logos: new Set([logo]) },
    ...{ products: [], subscriptions: [], sales: [], clockAt: 0 },
  };
  actor.shops.push(shop);
};

/**
 * Two concurrent changes of different fields: both must be present afterwards
 * (docs/contract/invariants.md#11).
 */
export const changeShop: Step = async (stand, actor) => {
  const shop = aShop(actor);
  if (!shop) return;
  const name = newKey(stand);
  const logo = `https://example.com/${name}.png`;
  const path = 'store/update-store';
  const credential = signedForProduction(actor);
  shop.names.add(name);
  shop.logos.add(logo);
  const [named, drawn] = await Promise.all([
    act(stand, actor, path, { id: shop.id, name }, { credential }),
    act(stand, actor, path, { id: shop.id, logo }, { credential }),
  ]);
  if (named.outcome === 'acknowledged') keepOnly(shop.names, name);
  if (drawn.outcome === 'acknowledged') keepOnly(shop.logos, logo);
};

function keepOnly<T>(set: Set<T>, value: T): void {
  set.clear();
  set.add(value);
}

export const addProduct: Step = async (stand, actor) => {
  const shop = aShop(actor);
  if (!shop || shop.products.length >= MAX_PRODUCTS) return;
  await makeProduct(stand, actor, shop, actor.random.chance(0.5) ? 'onetime' : 'subscription');
};

export async function makeProduct(
  stand: Stand,
  actor: Actor,
  shop: Shop,
  kind: Product['kind'],
): Promise<void> {
  const { random } = actor;
  const key = newKey(stand);
  const minor = 500 + random.below(2_000);
  const prices = { USD: { amount: (minor / 100).toFixed(2), taxCategory: 'saas' } };
  const billing =
    kind === 'subscription' ? { billingPeriod: random.pick(['weekly', 'monthly']) } : {};
  const body = { storeId: shop.id, name: key, prices, ...billing };
  const path = `${kind}-product/create-product`;
  const data = dataIn(await act(stand, actor, path, body, { kind: 'product', key }));
  if (data) shop.products.push({ id: data.product.id, kind, minor });
}

/**
 * Several concurrent first publishes without keys: only one may succeed
 * (docs/contract/invariants.md#8).
 */
export const publish: Step = async (stand, actor) => {
  const product = actor.random.pick(actor.shops.flatMap(({ products }) => products));
  if (product?.kind !== 'onetime') return;
  const name = 'onetime-product/publish-product';
  const call = {
    ...{ name, target: `/v1/actions/${name}`, body: { id: product.id } },
    credential: signedBy(actor),
  };
  const replies = await Promise.all([1, 2, 3, 4].map(() => exchange(stand, call)));
  for (const reply of replies) {
    if (reply?.status === 200) stand.journal.count(`published ${product.id}`);
    const message = reply?.body?.errors?.[0]?.message;
    if (reply?.status === 400 && message !== ALREADY_PUBLISHED) {
      const fault = `publishing ${product.id} was refused with ${message}`;
      stand.journal.sightings.push({ invariant: 8, fault });
    }
  }
  stand.journal.count('publishes at once');
};

/** Deletes a new store while products are being added to it (docs/contract/invariants.md#10). */
export const deleteWhileAdding: Step = async (stand, actor) => {
  const key = newKey(stand);
  const made = await act(stand, actor, 'store/create-store', { name: key }, { kind: 'store', key });
  const storeId = dataIn(made)?.store.id;
  if (!storeId) return;
  const shop = { id: storeId, products: [] } as unknown as Shop;
  const credential = signedForProduction(actor);
  await Promise.all([
    makeProduct(stand, actor, shop, 'onetime'),
    act(stand, actor, 'store/delete-store', { id: storeId }, { credential }),
    makeProduct(stand, actor, shop, 'subscription'),
  ]);
  stand.journal.count('stores deleted while products were added');
};

/** Reads what was acknowledged before: a write is visible to the next read, on any process. */
export const read: Step = async (stand, actor) => {
  const shop = aShop(actor);
  if (!shop) return;
  const query = `query ($id: ID!) { store(id: $id) { id name }
    payments(storeId: $id, limit: 20) { id status amount { display } }
    onetimeProducts(storeId: $id, limit: 100) { id } }`;
  const reply = await exchange(stand, {
    ...{ name: 'graphql', target: '/v1/graphql', body: { query, variables: { id: shop.id } } },
    credential: signedBy(actor),
  });
  if (reply?.status !== 200) return;
  const { store, onetimeProducts } = reply.body.data ?? {};
  const listed = new Set((onetimeProducts ?? []).map(({ id }: { id: string }) => id));
  const lost = shop.products.filter(({ id, kind }) => kind === 'onetime' && !listed.has(id));
  if (shop.names.has(store?.name) && lost.length === 0) return;
  const fault = `GraphQL does not show what was acknowledged of ${shop.id}: ${reply.text.slice(0, 200)}`;
  stand.journal.sightings.push({ invariant: 4, fault });
};

/** One of the actor's shops, or undefined. */
export function aShop({ random, shops }: Actor): Shop | undefined {
  return shops.length > 0 ? random.pick(shops) : undefined;
}
