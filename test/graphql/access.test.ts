import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, newId } from '../../src/kit/id.ts';
import { makeMember } from '../support/dashboard.ts';
import { makeStore, type Reply } from '../support/merchant.ts';
import { makeBuyerToken, makeOrder, makeShop, type Shop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';
import { ANALYSES } from './analyses.ts';
import {
  type Ask,
  askAsBuyer,
  askAsMerchant,
  askAsVisitor,
  askInDashboard,
  askWith,
  dataFrom,
} from './asking.ts';
import { type Path, queryOf, queryOfAll, readSchema, walk } from './walk.ts';

/** Every root field and every path of two fields below it (docs/contract/invariants.md#26). */
const MAX_PATH_LENGTH = 3;
const test = useTestApp();

interface Secretive {
  readonly shop: Shop;
  readonly orderId: string;
  /** Texts that must not be returned to other callers. */
  readonly secrets: readonly string[];
}

let schema: GraphQLSchema;
let paths: readonly Path[];
let theirs: Secretive;

beforeAll(async () => {
  theirs = await makeSecretiveShop();
  schema = await readSchema(askAsMerchant(test, theirs.shop.merchant));
  paths = walk(schema, MAX_PATH_LENGTH);
}, 60_000);

async function makeSecretiveShop(): Promise<Secretive> {
  const name = `Secret ${crypto.randomUUID().slice(0, 8)}`;
  const shop = await makeShop(test, { name });
  const { merchant, store } = shop;
  await makeWebhook(merchant, store.id, 'https://example.com/hook');
  const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
  const plan = { storeId: store.id, name: `${name} plan`, billingPeriod: 'monthly', prices };
  const made = await merchant.call('subscription-product/create-product', plan);
  const planId = made.body.data.product.id;
  await merchant.call('subscription-product-group/create-group', {
    storeId: store.id,
    name: `${name} group`,
    productIds: [planId],
  });
  const orderId = await makeOrder(shop, `buyer of ${name}`);
  const secrets = [name, store.id, store.slug, merchant.shortId, merchant.email, orderId];
  return { shop, orderId, secrets: [...secrets, shop.productId, planId, merchant.keys.test.id] };
}

function pathsByRoot(): Path[][] {
  const roots = new Map<string, Path[]>();
  for (const path of paths) {
    const root = path.names[0] as string;
    roots.set(root, [...(roots.get(root) ?? []), path]);
  }
  return [...roots.values()];
}

/** Queries every path; returns how many were answered and how many refused. */
async function askEverything(
  ask: Ask,
  ids: Readonly<Record<string, string>>,
  secrets: readonly string[] = theirs.secrets,
) {
  let answered = 0;
  let refused = 0;
  const refuseSecrets = (query: string, { status, text }: Reply) => {
    // An error may repeat the query.
    if (status !== 200) return;
    const told = secrets.find((secret) => text.includes(secret));
    if (told) throw new Error(`${query} told ${told}: ${text}`);
  };
  const hear = async (query: string) => {
    const reply = await ask(query);
    refuseSecrets(query, reply);
    const { status, text, body } = reply;
    if (status === 200 && !body.errors) answered += 1;
    else if (status === 403) refused += 1;
    else throw new Error(`${query} answered ${status}: ${text}`);
    return reply;
  };
  /** `Type.field` of scalar fields that the caller may not read. */
  const closed = new Set<string>();
  const hearAlong = async (path: Path) => {
    const isClosed = (leaf: string) => closed.has(`${path.type}.${leaf}`);
    const along = (leaves: readonly string[]) => hear(queryOf(schema, path, leaves, ids));
    for (;;) {
      const open = path.leaves.filter((leaf) => !isClosed(leaf));
      const isNothing = open.length === 0 && path.leaves.length > 0;
      const { status, text } = await along(isNothing ? ['__typename'] : open);
      if (status === 200) break;
      const leaf = open.find((name) =>
        text.includes(`Insufficient permissions: ${path.type}.${name}"`),
      );
      // A field along the path isn't readable.
      if (leaf === undefined) return;
      closed.add(`${path.type}.${leaf}`);
    }
    const shut = path.leaves.filter(isClosed);
    if (shut.length > 0) expect((await along(shut)).status).toBe(403);
  };
  for (const ofRoot of pathsByRoot()) {
    // In one query, if the caller may read all of them and they fit.
    const query = queryOfAll(schema, ofRoot, ids);
    const reply = await ask(query);
    refuseSecrets(query, reply);
    if (reply.status === 200 && !reply.body.errors) answered += ofRoot.length;
    else for (const path of ofRoot) await hearAlong(path);
  }
  return { answered, refused };
}

/** Counts and lists filtered by the other shop's ids, names and addresses find nothing. */
async function probeFilters(ask: Ask, secrets: readonly string[]): Promise<void> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  let asked = 0;
  for (const { name, args } of fields.filter(({ name }) => name.endsWith('Count'))) {
    const type = args.find((arg) => arg.name === 'filter')?.type as GraphQLInputObjectType;
    for (const [field, { type: by }] of Object.entries(type.getFields())) {
      if (String(by) !== 'StringFilter' && String(by) !== 'IdFilter') continue;
      const values = JSON.stringify(secrets);
      const { status, text } = await ask(`{ n: ${name}(filter: { ${field}: { in: ${values} } }) }`);
      const nothing = status === 403 || text === '{"data":{"n":0}}';
      if (!nothing) throw new Error(`${name} by ${field} answered ${status}: ${text}`);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(30);
}

/** An analysis of the other shop's store equals that of a store that doesn't exist. */
async function probeAnalyses(ask: Ask): Promise<void> {
  const { store } = theirs.shop;
  const variables = { filter: null, g: 'ALL_TIME', c: 'USD' };
  const nobodys = encodeId('STO', newId('STO', test.clock.now()));
  const of = (storeId: string) => ask(ANALYSES, { ...variables, storeId });
  const [told, nothing] = [await of(store.id), await of(nobodys)];
  expect(told).toMatchObject({ status: nothing.status, body: nothing.body });
  const bySlug = await ask(
    `{ orderStatistics(storeSlug: "${store.slug}") { totalCount revenueByCurrency { currency } } }`,
  );
  if (bySlug.status === 403) return;
  expect(bySlug.body.data).toEqual({ orderStatistics: { totalCount: 0, revenueByCurrency: [] } });
}

/** The other shop's ids for every argument that takes one. */
function theirIds(of: Secretive = theirs): Readonly<Record<string, string>> {
  const { shop, orderId } = of;
  return {
    storeId: shop.store.id,
    productId: shop.productId,
    store: shop.store.id,
    merchant: shop.merchant.shortId,
    onetimeProduct: shop.productId,
    subscriptionProduct: of.secrets[7] as string,
    onetimeOrder: orderId,
    subscriptionOrder: orderId,
  };
}

describe('nothing of another merchant is revealed', () => {
  it('walks many paths', () => {
    expect(paths.length).toBeGreaterThan(100);
  });

  const strangers: Record<string, (shop: Shop) => Promise<Ask> | Ask> = {
    'a test key': ({ merchant }) => askAsMerchant(test, merchant),
    'a production key': ({ merchant }) => askAsMerchant(test, merchant, 'prod'),
    'a slug': ({ store }) => askAsVisitor(test, store.slug),
    'a session token': async (shop) => askAsBuyer(test, await makeBuyerToken(shop)),
    'a dashboard session': ({ merchant }) => askInDashboard(test, merchant),
  };
  for (const [name, asker] of Object.entries(strangers)) {
    it(`with ${name}`, { timeout: 240_000 }, async () => {
      const shop = await makeShop(test);
      await makeOrder(shop);
      const ask = await asker(shop);
      const first = await askEverything(ask, {});
      expect(first.answered).toBeGreaterThan(3);
      await askEverything(ask, theirIds());
      await probeFilters(ask, theirs.secrets);
      await probeAnalyses(ask);
    });
  }

  /**
   * Texts of the store alone: members of other stores know the owner too, and from the audit log the
   * ID of the key.
   */
  const ofStore = ({ secrets, shop }: Secretive) => {
    const known = Object.values(shop.merchant.keys).map(({ id }) => id);
    return secrets.filter(
      (secret) => !secret.startsWith('MER_') && !secret.includes('@') && !known.includes(secret),
    );
  };

  it('to a member of another store of the same owner', { timeout: 120_000 }, async () => {
    const owners = await makeSecretiveShop();
    const { merchant } = owners.shop;
    const other = await makeStore(merchant, 'Another');
    const member = await makeMember(test, merchant, other.id, 'admin');
    const ask = askAsMerchant(test, member);
    await askEverything(ask, theirIds(owners), ofStore(owners));
    await probeFilters(ask, ofStore(owners));
  });

  it('of a deleted store, not even to the owner', { timeout: 120_000 }, async () => {
    const deleted = await makeSecretiveShop();
    const { merchant, store } = deleted.shop;
    const ask = askAsMerchant(test, merchant);
    const before = await ask(`{ store(id: "${store.id}") { slug } }`);
    expect(before.text).toContain(store.slug);
    await test.database.query(
      sql`update store set deleted_at = updated_at where id = ${decodeId('STO', store.id)}`,
    );
    const secrets = ofStore(deleted).filter((secret) => secret !== merchant.keys.test.id);
    await askEverything(ask, theirIds(deleted), secrets);
    const dashboard = await askInDashboard(test, merchant);
    expect(await dataFrom(dashboard('{ storesCount ordersCount paymentsCount }'))).toEqual({
      storesCount: 0,
      ordersCount: 0,
      paymentsCount: 0,
    });
  });

  it('without a credential', async () => {
    const { status, body } = await askWith(
      test,
      {},
    )(`{ store(id: "${theirs.shop.store.id}") { id } }`);
    expect({ status, message: body.errors[0].message }).toEqual({
      status: 400,
      message: 'Missing authentication',
    });
  });

  it('with a token of another buyer of the same store', { timeout: 120_000 }, async () => {
    const ask = askAsBuyer(test, await makeBuyerToken(theirs.shop, 'somebody else'));
    for (const name of ['orders', 'onetimeOrders', 'payments', 'refunds', 'refundTickets']) {
      expect(await dataFrom(ask(`{ ${name} { id } ${name}Count }`))).toEqual({
        [name]: [],
        [`${name}Count`]: 0,
      });
    }
    const one = await ask(`{ onetimeOrder(id: "${theirs.orderId}") { id payments { id } } }`);
    expect(one.body).toEqual({ data: { onetimeOrder: null } });
  });
});

describe('a credential reads its own', () => {
  it('of its environment, with either credential of the merchant', async () => {
    const { merchant, store } = theirs.shop;
    const query = '{ onetimeProducts { id } onetimeOrders { id } stores { id } paymentsCount }';
    const own = {
      onetimeProducts: [{ id: theirs.shop.productId }],
      onetimeOrders: [{ id: theirs.orderId }],
      stores: [{ id: store.id }],
      paymentsCount: 1,
    };
    expect(await dataFrom(askAsMerchant(test, merchant)(query))).toEqual(own);
    const prod = { ...own, onetimeProducts: [], onetimeOrders: [], paymentsCount: 0 };
    expect(await dataFrom(askAsMerchant(test, merchant, 'prod')(query))).toEqual(prod);
    expect(await dataFrom((await askInDashboard(test, merchant))(query))).toEqual(own);
    expect(await dataFrom((await askInDashboard(test, merchant, 'prod'))(query))).toEqual(prod);
  });

  it('as a member whatever the role, and nothing once removed', async () => {
    const { merchant, store } = theirs.shop;
    const member = await makeMember(test, merchant, store.id, 'member');
    const ask = askAsMerchant(test, member);
    const query = `{ store(id: "${store.id}") { name } merchant(id: "${merchant.shortId}") { apiKeys { id } } }`;
    expect(await dataFrom(ask(query))).toEqual({
      store: { name: 'A store' },
      merchant: { apiKeys: [] },
    });
    const body = { storeId: store.id, merchantId: member.shortId };
    await merchant.call('store-merchant/remove-merchant', body);
    expect(await dataFrom(ask(query))).toEqual({ store: null, merchant: null });
  });

  it('only versions published in its environment: production has no test drafts', async () => {
    const { merchant, productId } = await makeShop(test);
    const change = (name: string, environment: 'test' | 'prod') =>
      merchant.call('onetime-product/update-product', { id: productId, name }, { environment });
    await change('Published', 'test');
    await merchant.call('onetime-product/publish-product', { id: productId });
    await change('Draft', 'test');
    await change('Of production', 'prod');
    const query = `{ onetimeProductVersions(productId: "${productId}") { name }
      onetimeProductVersionsCount(productId: "${productId}") }`;
    const names = async (environment: 'test' | 'prod') => {
      const data = await dataFrom(askAsMerchant(test, merchant, environment)(query));
      const found = data.onetimeProductVersions.map(({ name }: { name: string }) => name);
      expect(data.onetimeProductVersionsCount).toBe(found.length);
      return found;
    };
    expect(await names('test')).toEqual(['Draft', 'Published', 'An e-book']);
    expect(await names('prod')).toEqual(['Of production', 'Published']);
  });

  it('nothing of a deleted store', async () => {
    const shop = await makeShop(test);
    await shop.merchant.call('onetime-product/update-status', {
      id: shop.productId,
      status: 'inactive',
    });
    const deleted = await shop.merchant.call('store/delete-store', { id: shop.store.id });
    expect(deleted.status).toBe(200);
    const query = '{ stores { id } onetimeProducts { id } onetimeProductsCount }';
    const nothing = { stores: [], onetimeProducts: [], onetimeProductsCount: 0 };
    expect(await dataFrom(askAsMerchant(test, shop.merchant)(query))).toEqual(nothing);
  });

  it('public objects with a slug: active products, and nothing else', async () => {
    const { store, productId } = theirs.shop;
    const ask = askAsVisitor(test, store.slug);
    const query = `{ stores { name slug logo checkoutSettings { light { checkoutColorText } } }
      onetimeProducts { id prices { currency priceInfo { amount } } } onetimeProductsCount }`;
    const data = await dataFrom(ask(query));
    expect(data.stores[0]).toMatchObject({ slug: store.slug });
    expect(data.onetimeProducts[0]).toMatchObject({ id: productId });
    for (const hidden of [
      '{ stores { supportEmail } }',
      '{ stores(filter: { prodEnabled: { eq: true } }) { id } }',
      '{ onetimeProducts { metadata } }',
      '{ stores { storeWebhooks { id } } }',
      '{ orders { id } }',
      '{ paymentsCount }',
      '{ merchant(id: "MER_1") { id } }',
    ]) {
      const { status, body } = await ask(hidden);
      expect({ hidden, status, layer: body.errors[0].layer }).toEqual({
        hidden,
        status: 403,
        layer: 'graphql',
      });
    }
  });

  it('of their own with a session token, without the merchant’s metadata', async () => {
    const { shop, orderId } = theirs;
    const identity = `buyer of ${theirs.secrets[0]}`;
    const ask = askAsBuyer(test, await makeBuyerToken(shop, identity));
    const query = `{ orders { id status ... on OnetimeOrder { onetimeProduct { name } } }
      payments { status refunds { id } } }`;
    expect(await dataFrom(ask(query))).toEqual({
      orders: [{ id: orderId, status: 'completed', onetimeProduct: { name: theirs.secrets[0] } }],
      payments: [{ status: 'succeeded', refunds: [] }],
    });
    for (const hidden of [
      '{ orders { metadata } }',
      '{ stores { id } }',
      '{ onetimeProducts { id } }',
      '{ orders { store { supportEmail } } }',
      '{ onetimeOrders(filter: { id: { eq: "x" } }) { metadata } }',
    ]) {
      expect({ hidden, status: (await ask(hidden)).status }).toEqual({ hidden, status: 403 });
    }
  });
});
