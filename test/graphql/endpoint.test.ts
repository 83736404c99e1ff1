import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore, post, type Reply, signHeaders } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsMerchant, askAsVisitor, dataFrom } from './asking.ts';

const test = useTestApp();

async function makeAsker(): Promise<Ask> {
  return askAsMerchant(test, await makeMerchant(test));
}

function expectRefused(reply: Reply, status: number, message: string | RegExp): void {
  expect({ status: reply.status, data: reply.body.data }).toEqual({ status, data: null });
  expect(reply.body.errors[0].message).toMatch(message);
  expect(reply.body.errors[0].layer).toBe('graphql');
}

describe('POST /v1/graphql', () => {
  it('rounds no number, neither in variables nor in a document', async () => {
    const merchant = await makeMerchant(test);
    const send = async (text: string) => {
      const headers = signHeaders(
        '/v1/graphql',
        text,
        merchant.shortId,
        merchant.keys.test.privateKey,
      );
      return post(test.baseUrl, '/v1/graphql', text, headers);
    };
    const query = 'query ($ids: [String!]) { stores(filter: { id: { in: $ids } }) { id } }';
    const rounded = await send(
      JSON.stringify({ query, variables: { ids: ['#'] } }).replace('"#"', '9007199254740993'),
    );
    expect(rounded.status).toBe(400);
    expect(rounded.body.errors).toEqual([
      {
        message:
          'Request body contains a number beyond 9007199254740991, which would be rounded; send it as a string',
        layer: 'gateway',
      },
    ]);
    const limit = await send(
      JSON.stringify({ query: '{ stores(limit: 9007199254740993) { id } }' }),
    );
    expect(limit.body.errors[0].message).toContain('9007199254740993');
    const named = await send(JSON.stringify({ query: '{ store(id: 9007199254740993) { id } }' }));
    expect(named.body).toEqual({ data: { store: null } });
  });

  it('answers only data when there are no errors', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    const { status, body, headers } = await askAsMerchant(test, merchant)('{ stores { id } }');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { stores: [{ id: store.id }] } },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('keeps order, aliases, fragments, conditions and __typename', async () => {
    const merchant = await makeMerchant(test);
    await makeStore(merchant, '["STO", "018f0000-0000-7000-8000-000000000000"]');
    const query = `query Q($with: Boolean!, $id: String!) {
      b: stores { ...Named kind: __typename status @include(if: $with) ... on Store { slug @skip(if: true) } }
      __typename a: storesCount missing: store(id: $id) { id }
    } fragment Named on Store { name label: name }`;
    const ask = askAsMerchant(test, merchant);
    const name = '["STO", "018f0000-0000-7000-8000-000000000000"]';
    const rest = { __typename: 'Query', a: 1, missing: null };
    for (const [shown, more] of [
      [true, { status: 'active' }],
      [false, {}],
    ] as const) {
      const data = await dataFrom(ask(query, { with: shown, id: 'STO_xxx' }));
      expect(data).toEqual({ b: [{ name, label: name, kind: 'Store', ...more }], ...rest });
      expect(Object.keys(data)).toEqual(['b', '__typename', 'a', 'missing']);
    }
  });

  it('answers a hash without its query so that clients send the query', async () => {
    const merchant = await makeMerchant(test);
    const send = (body: object) => {
      const text = JSON.stringify(body);
      const { privateKey } = merchant.keys.test;
      const headers = signHeaders('/v1/graphql', text, merchant.shortId, privateKey);
      return post(test.baseUrl, '/v1/graphql', text, headers);
    };
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    expectRefused(await send({ extensions }), 400, /^PersistedQueryNotSupported$/);
    const other = { clientLibrary: { name: 'x' } };
    expectRefused(await send({ extensions: other }), 400, 'Missing required field: query');
    const whole = await send({ query: '{ storesCount }', extensions });
    expect(whole.body).toEqual({ data: { storesCount: 0 } });
  });

  it('refuses with 400: no query, a syntax error, an unknown operation', async () => {
    const merchant = await makeMerchant(test);
    const ask = askAsMerchant(test, merchant);
    expectRefused(await ask(undefined as never), 400, 'Missing required field: query');
    expectRefused(await ask('   '), 400, 'Missing required field: query');
    expectRefused(await ask(7 as never), 400, 'Missing required field: query');
    const broken = await ask('{\n  stores { id }');
    expectRefused(broken, 400, /^Syntax Error/);
    expect(broken.body.errors[0].locations).toEqual([{ line: 2, column: 16 }]);
    expectRefused(await ask('fragment A on Store { id }'), 400, 'The document has no operation');
    expectRefused(
      await ask('query A { storesCount } query B { storesCount }'),
      400,
      'operationName',
    );
    expectRefused(await ask('{ storesCount }', [] as never), 400, 'Invalid field variables');
    const named = (operationName: unknown) => {
      const text = JSON.stringify({ query: 'query A { storesCount }', operationName });
      const { shortId, keys } = merchant;
      const signed = signHeaders('/v1/graphql', text, shortId, keys.test.privateKey);
      return post(test.baseUrl, '/v1/graphql', text, signed);
    };
    expectRefused(await named(7), 400, 'Invalid field operationName: must be a string');
    for (const none of [null, '', 'A']) expect((await named(none)).status).toBe(200);
  });

  it('refuses text that no column can hold, in variables and in a document', async () => {
    const ask = await makeAsker();
    const query = 'query ($name: String) { storesCount(filter: { name: { eq: $name } }) }';
    const literal = (escaped: string) =>
      `{ orderStatistics(storeSlug: "${escaped}") { totalCount } }`;
    const asked = [ask(query, { name: 'a\0' }), ask(query, { name: '\ud83d' })];
    asked.push(ask(literal('\\u0000')), ask(literal('\\u{0}')));
    for (const { status, body } of await Promise.all(asked)) {
      const message = 'Request body contains a NUL character or half of a surrogate pair';
      expect({ status, body }).toEqual({
        status: 400,
        body: { data: null, errors: [{ message, layer: 'gateway' }] },
      });
    }
  });

  it('refuses with 403 operations that aren’t queries', async () => {
    const ask = await makeAsker();
    expectRefused(await ask('mutation { a }'), 403, 'Only queries are supported, got a mutation');
    expectRefused(await ask('subscription { a }'), 403, 'got a subscription');
  });

  it('answers 200 with errors when the query doesn’t match the schema', async () => {
    const ask = await makeAsker();
    for (const [query, variables, message] of [
      ['{ nothing }', undefined, /Cannot query field "nothing"/],
      ['{ stores { id { x } } }', undefined, /must not have a selection/],
      ['query ($id: ID!) { store(id: $id) { id } }', {}, /"\$id" of required type/],
      ['query ($id: Int!) { store(id: $id) { id } }', { id: 1 }, /expecting type "ID!"/],
      ['query ($id: String) { store(id: $id) { id } }', { id: '1' }, /expecting type "ID!"/],
      ['{ stores(limit: -1) { id } }', undefined, /limit must not be negative/],
      ['{ stores(limit: 1.5) { id } }', undefined, /Int cannot represent/],
      ['query ($n: Int) { stores(limit: $n) { id } }', { n: 'x' }, /Int cannot represent/],
      ['{ stores(offset: -1) { id } }', undefined, /offset must not be negative/],
    ] as const) {
      const { status, body } = await ask(query, variables);
      expect({ query, status, data: body.data }).toEqual({ query, status: 200, data: null });
      expect(body.errors[0].message).toMatch(message);
    }
  });

  it('accepts the gateway’s credentials and refuses in its envelope', async () => {
    const body = JSON.stringify({ query: '{ storesCount }' });
    const target = '/v1/graphql';
    const nobody = await post(test.baseUrl, target, body, { origin: 'https://shop.example' });
    expect(nobody.body.errors[0]).toMatchObject({ message: 'Missing authentication' });
    const odd = { 'x-store-slug': 'a', 'x-environment': 'live' };
    expect((await post(test.baseUrl, target, body, odd)).body.errors[0].message).toBe(
      'Invalid X-Environment, must be test or prod',
    );
    expect((await askAsVisitor(test, 'no-such-store')('{ storesCount }')).status).toBe(404);
    const get = await fetch(`${test.baseUrl}${target}`);
    expect(get.status).toBe(405);
    expect((await post(test.baseUrl, `${target}?a=1`, body)).status).toBe(400);
    const text = await fetch(`${test.baseUrl}${target}`, { method: 'POST', body });
    expect(text.status).toBe(415);
    const preflight = await fetch(`${test.baseUrl}${target}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(nobody.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('describes every type, field and argument', async () => {
    const ask = await makeAsker();
    const { __schema } = await dataFrom(
      ask(`{ __schema { types { name description fields { name description args { name description } }
        inputFields { name description } enumValues { name description } } } }`),
    );
    const silent: string[] = [];
    for (const type of __schema.types) {
      if (type.name.startsWith('__')) continue;
      if (!type.description) silent.push(type.name);
      for (const part of [
        ...(type.fields ?? []),
        ...(type.inputFields ?? []),
        ...(type.enumValues ?? []),
      ]) {
        if (!part.description) silent.push(`${type.name}.${part.name}`);
        for (const arg of part.args ?? [])
          if (!arg.description) silent.push(`${type.name}.${part.name}(${arg.name})`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('introspects the schema with variables', async () => {
    const ask = await makeAsker();
    const query = 'query ($name: String!) { __type(name: $name) { name } storesCount }';
    for (const name of ['Store', 'Payment']) {
      expect(await dataFrom(ask(query, { name }))).toEqual({ __type: { name }, storesCount: 0 });
    }
  });

  it('introspects the schema beside a field with an enum variable', async () => {
    const ask = await makeAsker();
    const sorted = (standard: string) =>
      `query ($by: PaymentOrderBy${standard}) { __typename payments(orderBy: $by) { id } }`;
    const nothing = { __typename: 'Query', payments: [] };
    expect(await dataFrom(ask(sorted(''), { by: 'CREATED_AT_ASC' }))).toEqual(nothing);
    expect(await dataFrom(ask(sorted(' = CREATED_AT_ASC')))).toEqual(nothing);
    const grouped = `query ($length: TimePeriodGranularity!, $name: String!, $isShort: Boolean!) {
      __schema { queryType { name } } __type(name: $name) { name kind @skip(if: $isShort) }
      orderStatistics { countsByPeriod(granularity: $length) { count } }
    }`;
    const variables = { length: 'MONTH', name: 'Store', isShort: true };
    expect(await dataFrom(ask(grouped, variables))).toEqual({
      __schema: { queryType: { name: 'Query' } },
      __type: { name: 'Store' },
      orderStatistics: { countsByPeriod: [] },
    });
  });
});

describe('limits before execution', () => {
  const nested = (depth: number) => {
    const links = Array.from({ length: depth - 2 }, (_, index) =>
      index % 2 === 0 ? 'merchant' : 'storeMerchants(limit: 1)',
    );
    return `{ storeMerchants(limit: 1) { ${links.join(' { ')}${links.length ? ' { ' : ''}__typename${' }'.repeat(links.length)} } }`;
  };

  it('answers a depth of 7 and refuses 8, with a hint', async () => {
    const ask = await makeAsker();
    await dataFrom(ask(nested(7)));
    const refused = await ask(nested(8));
    expectRefused(refused, 400, 'The query is nested deeper than 7 levels');
    expect(refused.body.errors[0].aiHint).toMatch(/nested selection sets/);
  });

  it('refuses more than 20,000 objects, 50 aliases, 50 directives, 2,000 tokens, 100,000 characters', async () => {
    const ask = await makeAsker();
    await dataFrom(ask('{ stores(limit: 100) { onetimeProducts(limit: 100) { id } } }'));
    const many =
      '{ stores(limit: 100) { onetimeProducts(limit: 100) { versions(limit: 2) { id } } } }';
    const hinted = async (query: string, message: RegExp) => {
      const refused = await ask(query);
      expectRefused(refused, 400, message);
      expect(refused.body.errors[0].aiHint).toEqual(expect.any(String));
    };
    await hinted(many, /more than 20000 objects/);
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: storesCount`).join(' ')} }`;
    await dataFrom(ask(aliases(50)));
    await hinted(aliases(51), /50 aliases/);
    await hinted(`{ storesCount ${'@skip(if: true) '.repeat(51)} }`, /50 directives/);
    await hinted(`{ ${'storesCount '.repeat(2001)} }`, /2000 tokens/);
    await dataFrom(ask('{ storesCount }'.padEnd(100_000)));
    await hinted('{ storesCount }'.padEnd(100_001), /100000 characters/);
  });

  it('refuses fragments that multiply', async () => {
    const ask = await makeAsker();
    const levels = Array.from({ length: 5 }, (_, index) => {
      const next = index === 4 ? '__typename' : `...F${index + 1}`;
      const link = index % 2 === 0 ? ['Store', 'storeMerchants'] : ['StoreMerchant', 'store'];
      const fields = Array.from({ length: 9 }, (_, copy) => `a${copy}: ${link[1]} { ${next} }`);
      return `fragment F${index} on ${link[0]} { ${fields.join(' ')} }`;
    });
    expectRefused(await ask(`{ stores { ...F0 } } ${levels.join(' ')}`), 400, /4000 fields/);
  });

  it('caps a limit over 100 and reports it', async () => {
    const ask = await makeAsker();
    const asked = { query: 'query ($n: Int!) { stores(limit: $n) { id } }', n: 500 };
    const { body } = await ask(asked.query, { n: asked.n });
    expect(body.data).toEqual({ stores: [] });
    expect(body.warnings).toEqual([
      {
        message: 'stores: limit is at most 100, so 100 was used',
        layer: 'graphql',
        aiHint: expect.any(String),
      },
    ]);
    expect((await ask(asked.query, { n: 100 })).body.warnings).toBeUndefined();
  });

  it('caps the limit of an analysis as that of a list', async () => {
    const ask = await makeAsker();
    const query = `query ($n: Int!) {
      productStatistics { topByOrderCount(limit: $n) { orderCount } }
      customerAnalysis { top: topCustomers(limit: $n, currency: "USD") { orderCount } } }`;
    const empty = { productStatistics: { topByOrderCount: [] }, customerAnalysis: { top: [] } };
    const capped = await ask(query, { n: 101 });
    expect(capped.body.data).toEqual(empty);
    expect(capped.body.warnings.map(({ message }: { message: string }) => message)).toEqual([
      'topByOrderCount: limit is at most 100, so 100 was used',
      'top: limit is at most 100, so 100 was used',
    ]);
    for (const n of [0, 100]) expect((await ask(query, { n })).body).toEqual({ data: empty });
    const { body } = await ask(query, { n: -1 });
    expect(body.errors[0].message).toBe('topByOrderCount: limit must not be negative');
  });
});
