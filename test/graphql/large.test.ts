import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore, type Reply, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsMerchant, askAsVisitor, dataFrom } from './asking.ts';

/** A store with pages of texts of maximum length, a caller who queries them, and a bystander. */
const test = useTestApp({ RATE_LIMITS: 'off' });
const PRODUCTS = 100;
const LONG = '😀'.repeat(10_000);
const URL = `https://example.com/${'a'.repeat(2_000)}`;
const ATTACKERS = 12;
const MEGABYTE = 1024 * 1024;
const ALL_TEXTS = 'description media { url alt thumbnail }';

let merchant: TestMerchant;
let storeId: string;
let visit: Ask;
let bystander: TestMerchant;
let otherStore: string;

beforeAll(async () => {
  merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  storeId = store.id;
  visit = askAsVisitor(test, store.slug);
  bystander = await makeMerchant(test);
  otherStore = (await makeStore(bystander)).id;
  const item = { type: 'image', url: URL, alt: 'x'.repeat(500), thumbnail: URL };
  for (let nth = 0; nth < PRODUCTS; nth += 1) {
    const made = await merchant.call('onetime-product/create-product', {
      storeId,
      name: `Product ${nth}`,
      description: LONG,
      media: Array.from({ length: 20 }, () => item),
      prices: { USD: { amount: '5.00', taxCategory: 'saas' } },
    });
    if (made.status !== 200) throw new Error(made.text);
  }
}, 120_000);

const pages = (count: number, fields: string, limit = 100) =>
  `{ ${Array.from({ length: count }, (_, nth) => `a${nth}: onetimeProducts(limit: ${limit}) { ${fields} }`)} }`;

function expectRefusal(reply: Reply, message: string, field: string): void {
  const entry = { message, layer: 'graphql', aiHint: expect.stringContaining(field) };
  expect(reply.body).toEqual({ data: null, errors: [entry] });
  expect(reply.status).toBe(400);
}

it.each([1, 3, 4, 8, 13, 30])('returns %i long texts unchanged', async (limit) => {
  const query = `{ onetimeProducts(limit: ${limit}) { id description } known: __typename }`;
  const { data } = (await visit(query)).body;
  const expected = { id: expect.stringMatching(/^PROD_/), description: LONG };
  expect(data).toEqual({
    onetimeProducts: Array.from({ length: limit }, () => expected),
    known: 'Query',
  });
});

it('returns the lists of one query in order', async () => {
  const { data } = (await visit(pages(40, 'description', 1))).body;
  const expected = Array.from({ length: 40 }, (_, nth) => [`a${nth}`, [{ description: LONG }]]);
  expect(Object.entries(data)).toEqual(expected);
});

describe('a large query', () => {
  it('is refused before it runs if its fields can contain more than 200 MB', async () => {
    const reply = await visit(pages(14, ALL_TEXTS));
    expectRefusal(reply, 'The query may return more than 200 MB', 'MediaItem.url');
  });

  it('is refused if its answer is larger than 8 MB, from one list or several', async () => {
    const both = `a: onetimeProducts(limit: 100) { description }
      b: onetimeProducts(limit: 100) { description } c: onetimeProducts(limit: 100) { description }`;
    for (const [query, field] of [
      [pages(1, ALL_TEXTS), 'MediaItem.thumbnail'],
      [pages(3, 'description'), 'OnetimeProduct.description'],
      [`{ store(id: "${storeId}") { id ${both} } }`, 'OnetimeProduct.description'],
    ] as const) {
      expectRefusal(await visit(query), 'The answer is larger than 8 MB', field);
    }
  });

  it('is answered up to 8 MB, in the order of the list', async () => {
    const reply = await visit(pages(1, `name ${ALL_TEXTS}`, 40));
    expect(Buffer.byteLength(reply.text)).toBeGreaterThan(4 * MEGABYTE);
    const names = reply.body.data.a0.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 40 }, (_, nth) => `Product ${PRODUCTS - 1 - nth}`));
    const data = await dataFrom(askAsMerchant(test, merchant)(pages(2, 'id description', 50)));
    expect(data.a0[49].description).toBe(LONG);
    expect(data.a1).toEqual(data.a0);
  });

  it('is answered like any other if its objects are smaller', async () => {
    const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
    for (const name of ['One', 'Two', 'Three']) {
      const product = { storeId: otherStore, name, description: `About ${name}`, prices };
      await bystander.call('onetime-product/create-product', product);
    }
    const list = (more: string) =>
      `onetimeProducts(limit: 100 ${more}) { name ${ALL_TEXTS} prices { currency } }`;
    const query = `{ store(id: "${otherStore}") { all: ${list('')} rest: ${list('offset: 1')} } none: ${list('offset: 9')}
      onetimeProductsCount merchant(id: "MER_none") { name } ${list('')} }`;
    const data = await dataFrom(askAsMerchant(test, bystander)(query));
    const named = (name: string) => ({
      ...{ name, description: `About ${name}`, media: [], prices: [{ currency: 'USD' }] },
    });
    const all = ['Three', 'Two', 'One'].map(named);
    expect(data).toEqual({
      store: { all, rest: all.slice(1) },
      ...{ none: [], onetimeProductsCount: 3, merchant: null, onetimeProducts: all },
    });
  });

  it('leaves room for others: no error, and a bystander can still write', async () => {
    const statuses: number[] = [];
    const retries: (string | null)[] = [];
    let isOver = false;
    const attack = async (_: unknown, nth: number) => {
      for (let round = 0; round < 3; round += 1) {
        const query = nth % 3 === 0 ? pages(2, 'description') : pages(1, ALL_TEXTS);
        const { status, headers } = await visit(query.replace('name', `name n${nth}: name`));
        statuses.push(status);
        if (status === 429) retries.push(headers.get('retry-after'));
      }
    };
    const waits: number[] = [];
    const write = async () => {
      for (let nth = 0; !isOver || nth === 0; nth += 1) {
        const from = performance.now();
        const call = { id: otherStore, name: `Name ${nth}` };
        expect((await bystander.call('store/update-store', call)).status).toBe(200);
        waits.push(performance.now() - from);
      }
    };
    const writing = write();
    await Promise.all(Array.from({ length: ATTACKERS }, attack));
    isOver = true;
    await writing;
    expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
    expect(retries.every((seconds) => seconds === '1')).toBe(true);
    expect(waits.length).toBeGreaterThan(5);
    // Each would wait for more than seven seconds if the queries used up all connections.
    expect(Math.max(...waits)).toBeLessThan(5_000);
  }, 60_000);
});

describe('introspection', () => {
  const types = (name: string, inner: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${name}${nth}: ${inner}`).join(' ');

  it('reads a bounded part of the schema, however often fragments and aliases repeat it', async () => {
    const query = `{ ${types('a', '__type(name: "Query") { ...T }', 6)} }
      fragment T on __Type { ${types('b', 'fields { ...F }', 6)} }
      fragment F on __Field { type { ofType { ofType { ofType { ...U } } } } }
      fragment U on __Type { ${types('c', 'fields { name }', 6)} }`;
    const message = 'The query asks for more than 50000 fields of the schema';
    expectRefusal(await visit(query), message, 'one __type at a time');
    const varying = `query ($n: String = "Query") ${query.replaceAll('"Query")', '$n)')}`;
    expectRefusal(await visit(varying), message, 'one __type at a time');
  });

  it('reads the whole schema, and several types in one document', async () => {
    const all = await dataFrom(visit(getIntrospectionQuery()));
    expect(buildClientSchema(all).getType('Payment')).toBeDefined();
    const some = await dataFrom(visit(`{ ${types('a', '__type(name: "Order") { name }', 40)} }`));
    expect(Object.keys(some)).toHaveLength(40);
  });
});

describe('fragments', () => {
  it('are compiled a bounded number of times, even where each list has one object', async () => {
    const nine = (inner: string) =>
      Array.from({ length: 9 }, (_, nth) => `x${nth}: ${inner}`).join(' ');
    const query = `{ ${nine('onetimeProducts(limit: 1) { ...A }')} }
      fragment A on OnetimeProduct { ${nine('store { ...B }')} }
      fragment B on Store { ${nine('onetimeProducts(limit: 1) { ...C }')} }
      fragment C on OnetimeProduct { ${nine('store { name }')} }`;
    expectRefusal(await visit(query), 'The query selects more than 4000 fields', 'multiply');
  });
});
