import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { expectError } from '../support/error-rows.ts';
import {
  makeMerchant,
  makeStore,
  type Reply,
  signHeaders,
  type TestMerchant,
} from '../support/merchant.ts';
import { sendBytes, sendRequest } from '../support/raw-http.ts';
import { useTestApp } from '../support/test-app.ts';

const TARGET = '/v1/actions/store/create-store';
const JSON_TYPE = ['content-type', 'application/json'] as const;
const MEGABYTE = 1024 * 1024;
const test = useTestApp();

const expectGateway = (reply: Reply, status: number, message: string) => {
  expectError(reply, status, message, 'gateway');
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
};

/** Sends bytes as a signed body, so that only the body can be refused. */
function sendBody(
  merchant: TestMerchant,
  body: Buffer | string,
  contentType: string | null = 'application/json',
  target = TARGET,
): Promise<Reply> {
  const { privateKey } = merchant.keys.test;
  const signed = signHeaders(target, body as string, merchant.shortId, privateKey);
  const type = contentType === null ? [] : [['content-type', contentType] as const];
  return sendRequest(test.baseUrl, {
    target,
    headers: [...type, ...Object.entries(signed)],
    body,
  });
}

describe('an idle connection', () => {
  it('stays open for longer than usual proxies keep it', async () => {
    // By default, Caddy keeps one for 120 s, Traefik for 90 s.
    const { headers } = await fetch(`${test.baseUrl}/healthz`);
    expect(headers.get('keep-alive')).toBe('timeout=130');
  });
});

describe('paths and methods', () => {
  it('that are unknown are 404', async () => {
    const targets = ['/v1/actions/store/eat-store', '/v1/actions/', '/v1/', '/v1/x', '/v1/actions'];
    targets.push(`/v1/${'x'.repeat(2_000)}`, '/v1/actions/__proto__', '/v1/actions/constructor');
    targets.push('/v1/*x', '/v1/:x', '/v1/actions/:noun/(.*)');
    for (const target of targets) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const reply = await sendRequest(test.baseUrl, { method, target, headers: [JSON_TYPE] });
        expectGateway(reply, 404, 'Not found');
      }
    }
  });

  it('other than POST are 405 and name POST', async () => {
    const others = METHODS.filter(
      (method) => !['CONNECT', 'HEAD', 'OPTIONS', 'POST'].includes(method),
    );
    expect(others).toEqual(expect.arrayContaining(['GET', 'PUT', 'MKCOL', 'PROPFIND']));
    for (const method of others) {
      const reply = await sendRequest(test.baseUrl, { method, target: TARGET });
      expectGateway(reply, 405, 'Method not allowed');
      expect(reply.headers.get('allow')).toBe('POST');
    }
  });

  it('other than POST are 405 with a query string too, as GraphQL clients send it', async () => {
    for (const method of ['GET', 'PROPFIND']) {
      for (const target of [TARGET, '/v1/graphql']) {
        const reply = await sendRequest(test.baseUrl, { method, target: `${target}?query=x` });
        expectGateway(reply, 405, 'Method not allowed');
        expect(reply.headers.get('allow')).toBe('POST');
      }
    }
  });

  it('that are rare are answered like usual ones', async () => {
    const send = (target: string, body = '') =>
      sendRequest(test.baseUrl, { method: 'PROPFIND', target, headers: [JSON_TYPE], body });
    for (const target of ['/v1/graphql', '/v1/export', '/v1/live']) {
      expectGateway(await send(target, '{}'), 405, 'Method not allowed');
    }
    for (const target of ['/v1/actions/store/eat-store', '/v1/*', '/v1/graphql/']) {
      expectGateway(await send(target), 404, 'Not found');
    }
    expect((await send('/docs')).status).toBe(404);
  });

  it('in absolute form are those after the host, also in the signature', async () => {
    const merchant = await makeMerchant(test);
    const body = '{"name":"A"}';
    const send = (target: string, signed = TARGET) => {
      const { privateKey } = merchant.keys.test;
      const headers = signHeaders(signed, body, merchant.shortId, privateKey);
      return sendRequest(test.baseUrl, {
        target,
        headers: [JSON_TYPE, ...Object.entries(headers)],
        body,
      });
    };
    expect((await send(`${test.baseUrl}${TARGET}`)).status).toBe(200);
    expect((await send(`https://shop.example${TARGET}`)).status).toBe(200);
    const whole = `http://shop.example${TARGET}`;
    expectGateway(await send(whole, whole), 401, 'Invalid signature');
    expectGateway(await send(`${whole}?x`), 400, 'Actions take no query string');
    expectGateway(await send(`http://shop.example/${TARGET}`), 404, 'Not found');
    expectGateway(await send('http://shop.example'), 404, 'Not found');
  });

  it('answer HEAD without a body', async () => {
    const reply = await sendRequest(test.baseUrl, { method: 'HEAD', target: TARGET });
    expect([reply.status, reply.text]).toEqual([405, '']);
  });

  it('of pages and probes answer HEAD like GET, without the body', async () => {
    const { slug } = await makeStore(await makeMerchant(test));
    const pages = ['/', '/docs', '/openapi.json', `/store/${slug}`, `/store/${slug}/portal`];
    const probes = ['/healthz', '/readyz', '/.well-known/webhook-keys.json', '/dashboard/'];
    for (const target of [...pages, ...probes]) {
      const get = await sendRequest(test.baseUrl, { method: 'GET', target });
      const head = await sendRequest(test.baseUrl, { method: 'HEAD', target });
      expect([target, head.status, head.text]).toEqual([target, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      // Without it, some caches keep a response for minutes.
      expect(get.headers.get('cache-control'), target).toMatch(/^no-store$|^public, /);
    }
  });

  it('answer OPTIONS even without an origin', async () => {
    const reply = await sendRequest(test.baseUrl, { method: 'OPTIONS', target: TARGET });
    expect([reply.status, reply.text]).toEqual([204, '']);
  });
});

describe("bytes that aren't a request", () => {
  it('are refused in the envelope', async () => {
    const nonsense = [
      'nonsense\r\n\r\n',
      `EAT ${TARGET} HTTP/1.1\r\nhost: a\r\n\r\n`,
      `POST ${TARGET} HTTP/9.9\r\nhost: a\r\n\r\n`,
      `POST ${TARGET} HTTP/1.1\r\nhost: a\r\nbroken header\r\n\r\n`,
      `POST ${TARGET} HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n`,
      `POST ${TARGET} HTTP/1.1\r\nhost: a\r\ncontent-length: 1x\r\n\r\n`,
    ];
    for (const bytes of nonsense) {
      expectGateway(await sendBytes(test.baseUrl, bytes), 400, 'Malformed HTTP request');
    }
  });

  it("can't be parsed as two requests", async () => {
    const ambiguous = [
      'content-length: 4\r\ntransfer-encoding: chunked',
      'transfer-encoding: chunked\r\ncontent-length: 4',
      'content-length: 4\r\ncontent-length: 5',
      'transfer-encoding: chunked, identity',
      'transfer-encoding : chunked',
    ];
    for (const lines of ambiguous) {
      const head = `POST ${TARGET} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${lines}`;
      const reply = await sendBytes(test.baseUrl, `${head}\r\n\r\n0\r\n\r\n`);
      expectGateway(reply, 400, 'Malformed HTTP request');
    }
  });

  it('are refused when their headers are too large', async () => {
    const headers = [['x-large', 'x'.repeat(20_000)]] as const;
    const reply = await sendRequest(test.baseUrl, { target: TARGET, headers });
    expectGateway(reply, 431, 'Request headers exceed 16 KB');
  });

  it('are refused when they have so many headers that later ones would be dropped', async () => {
    // With the test's own three, 200 and 201; and so many that Node.js 20 drops Content-Length.
    const send = (count: number) => {
      const headers = [JSON_TYPE, ...Array.from({ length: count }, () => ['x-any', ''] as const)];
      return sendRequest(test.baseUrl, { target: TARGET, headers, body: '{}' });
    };
    expectGateway(await send(196), 400, 'Missing authentication');
    const refused = await send(197);
    expectGateway(refused, 431, 'Request has more than 200 headers');
    // Later releases of Node.js refuse so many themselves.
    const dropped = await send(1_200);
    expect(dropped.status).toBe(431);
    for (const { headers } of [refused, dropped]) expect(headers.get('connection')).toBe('close');
  });

  it('require a Host header', async () => {
    const bytes = `POST ${TARGET} HTTP/1.1\r\nconnection: close\r\n\r\n`;
    expectGateway(await sendBytes(test.baseUrl, bytes), 400, 'Missing header: host');
  });

  it('may have an unknown Expect header', async () => {
    const headers = [JSON_TYPE, ['expect', 'a miracle']] as const;
    const reply = await sendRequest(test.baseUrl, { target: TARGET, headers, body: '{}' });
    expectGateway(reply, 400, 'Missing authentication');
  });
});

describe('a body', () => {
  it('over 1 MB is 413, with Content-Length or chunked', async () => {
    const large = 'x'.repeat(MEGABYTE + 1);
    const headers = [JSON_TYPE];
    const announced = await sendRequest(test.baseUrl, { target: TARGET, headers, body: large });
    expectGateway(announced, 413, 'Request body exceeds 1 MB');
    const head = `POST ${TARGET} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`;
    const chunked = `${head}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const unannounced = await sendBytes(test.baseUrl, chunked + chunk);
    expectGateway(unannounced, 413, 'Request body exceeds 1 MB');
  });

  it('of a few megabytes is read to its end, so that the client gets its answer', async () => {
    const send = () =>
      fetch(`${test.baseUrl}${TARGET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: 'x'.repeat(3 * MEGABYTE),
      });
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, send));
      expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413]);
      for (const answer of answers) expect(answer.headers.get('connection')).not.toBe('close');
    }
  });

  it('of 1 MB is accepted', async () => {
    const merchant = await makeMerchant(test);
    const body = JSON.stringify({ name: 'Large', filler: '' });
    const filled = body.replace('""', JSON.stringify('x'.repeat(MEGABYTE - body.length)));
    expect(filled).toHaveLength(MEGABYTE);
    expect((await sendBody(merchant, filled)).status).toBe(200);
  });

  it('is JSON in UTF-8 and nothing else, or 415', async () => {
    const merchant = await makeMerchant(test);
    const refused = [null, '', 'text/plain', 'application/xml', 'application/jsonx', 'json'];
    refused.push('multipart/form-data; boundary=x', 'application/x-www-form-urlencoded');
    refused.push('application/json, text/plain', '*/*', 'application/vnd.api+json');
    for (const type of refused) {
      const reply = await sendBody(merchant, '{"name":"A"}', type);
      expectGateway(reply, 415, 'Content-Type must be application/json');
    }
    const others = ['charset=utf-16', 'charset=utf-8; charset=utf-16', 'charset="ISO-8859-1"'];
    for (const charset of others) {
      const reply = await sendBody(merchant, '{"name":"A"}', `application/json; ${charset}`);
      expectGateway(reply, 415, 'The charset of Content-Type must be UTF-8');
    }
    const taken = ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'];
    // JSON has no parameters: clients send their own, or an empty one.
    taken.push('application/json;', 'application/json; charset=utf8', 'application/json; v=1');
    taken.push('application/json; v=1; charset=utf-8;');
    for (const type of taken) {
      expect((await sendBody(merchant, '{"name":"A"}', type)).status, type).toBe(200);
    }
  });

  it("that isn't JSON is 400", async () => {
    const merchant = await makeMerchant(test);
    const texts = ['', ' ', '{', '{"name":', "{'name':'A'}", '{"name":"A",}', '{name:"A"}', '{}{}'];
    texts.push('{"name":"A"} x', '{"name":NaN}', '{"name":01}', '{"name":"\t"}', '// c\n{}', '\0');
    for (const text of texts) {
      expectGateway(await sendBody(merchant, text), 400, 'Malformed JSON body');
    }
    const invalid = [[0xff], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xf5, 0x80, 0x80, 0x80]];
    // The halves of a surrogate pair, each encoded as if it were a separate character (CESU-8).
    invalid.push([0xed, 0xa0, 0xbd, 0xed, 0xbb, 0x8d], [0xed, 0xa0, 0x80], [0xc3]);
    for (const bytes of invalid) {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expectGateway(await sendBody(merchant, body), 400, 'Malformed JSON body');
    }
    const utf16 = Buffer.from('{"name":"A"}', 'utf16le');
    expectGateway(await sendBody(merchant, utf16), 400, 'Malformed JSON body');
  });

  it('that is compressed is 400, and a second entry says so, without an aiHint', async () => {
    const merchant = await makeMerchant(test);
    const { status, body } = await sendBody(merchant, gzipSync('{"name":"A"}'));
    expect([status, body.errors]).toEqual([
      400,
      [
        { message: 'Malformed JSON body', layer: 'gateway' },
        { message: 'The body is compressed with gzip; send it uncompressed', layer: 'gateway' },
      ],
    ]);
  });

  it('may begin with a byte order mark', async () => {
    const merchant = await makeMerchant(test);
    expect((await sendBody(merchant, '\ufeff{"name":"Marked"}')).status).toBe(200);
    const twice = await sendBody(merchant, '\ufeff\ufeff{"name":"Marked"}');
    expectGateway(twice, 400, 'Malformed JSON body');
  });

  it('that is not an object is 400', async () => {
    const merchant = await makeMerchant(test);
    for (const text of ['[]', '[{"name":"A"}]', '"A"', '7', 'true', 'null', '1e999']) {
      expectGateway(await sendBody(merchant, text), 400, 'Request body must be a JSON object');
    }
  });

  it('is nested at most 64 levels deep', async () => {
    const merchant = await makeMerchant(test);
    const nest = (levels: number, open: string, close: string) =>
      `{"name":"Deep","x":${open.repeat(levels - 1)}${close.repeat(levels - 1)}}`;
    expect((await sendBody(merchant, nest(64, '[', ']'))).status).toBe(200);
    const message = 'Request body is nested deeper than 64 levels';
    for (const levels of [65, 1_000, 400_000]) {
      expectGateway(await sendBody(merchant, nest(levels, '[', ']')), 400, message);
    }
    const objects = `{"name":"Deep","x":${'{"x":'.repeat(64)}1${'}'.repeat(64)}}`;
    expectGateway(await sendBody(merchant, objects), 400, message);
  });

  /** Sends JSON text as the metadata of a product, which is stored as it is. */
  const sendMetadata = async (merchant: TestMerchant) => {
    const { id } = await makeStore(merchant);
    const prices = '{"USD":{"amount":"1","taxCategory":"saas"}}';
    const target = '/v1/actions/onetime-product/create-product';
    return (metadata: string) =>
      sendBody(
        merchant,
        `{"storeId":"${id}","name":"A","prices":${prices},"metadata":${metadata}}`,
        'application/json',
        target,
      );
  };

  it('holds no NUL and no half of a surrogate pair, in values and in names', async () => {
    const merchant = await makeMerchant(test);
    const sendStored = await sendMetadata(merchant);
    const message = 'Request body contains a NUL character or half of a surrogate pair';
    const escapes = ['\\u0000', '\\ud83d', '\\udecd', '\\udecd\\ud83d', 'a\\uD83Db'];
    for (const half of escapes) {
      for (const stored of [`{"${half}":1}`, `{"x":[{"y":["${half}"]}]}`]) {
        expectGateway(await sendStored(stored), 400, message);
      }
    }
    const named = await sendBody(merchant, '{"name":"a\\u0000b"}');
    expectError(named, 400, 'Store name cannot contain control characters', 'store');
    const pair = await sendBody(merchant, '{"name":"\\ud83d\\udecd"}');
    expect(pair.body.data.store.name).toBe('🛍');
  });

  it('contains no number that parsing would round', async () => {
    const merchant = await makeMerchant(test);
    const message =
      'Request body contains a number beyond 9007199254740991, which would be rounded; send it as a string';
    const sendStored = await sendMetadata(merchant);
    for (const number of ['9007199254740993', '-9007199254740993', '1e999', '1e21']) {
      expectGateway(await sendStored(`{"x":[{"y":${number}}]}`), 400, message);
    }
    const named = await sendBody(merchant, '{"name":9007199254740993}');
    expectError(named, 400, 'Missing required field: name', 'store');
    expect((await sendStored('{"x":9007199254740991,"y":-0.25}')).status).toBe(200);
  });

  it('may hold anything in fields that are ignored', async () => {
    const merchant = await makeMerchant(test);
    const values = ['12345678901234567890', '1e999', '"\\u0000"', '{"\\ud83d":["\\udecd"]}'];
    for (const value of values) {
      const reply = await sendBody(merchant, `{"name":"A","x":${value},"\\u0000":1}`);
      expect(reply.status, reply.text).toBe(200);
    }
  });

  it('has no effect through names special to the language', async () => {
    const merchant = await makeMerchant(test);
    const body = `{"name":"Shop","__proto__":{"status":"suspended","admin":true},
      "constructor":{"prototype":{"prodEnabled":true}},"toString":null,"hasOwnProperty":1}`;
    const reply = await sendBody(merchant, body);
    expect(reply.body.data.store).toMatchObject({ status: 'active', prodEnabled: false });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    const inherited = await sendBody(merchant, '{"__proto__":{"name":"Inherited"}}');
    expectError(inherited, 400, 'Missing required field: name', 'store');
  });
});

describe('an answer', () => {
  it('has a request id, a media type, and is never cached', async () => {
    const merchant = await makeMerchant(test);
    for (const body of ['{"name":"A"}', '{}', '[']) {
      const { headers } = await sendBody(merchant, body);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('to an internal error is 500 and reveals nothing about it', async () => {
    const merchant = await makeMerchant(test);
    await test.database.query(sql`alter table store rename to store_elsewhere`);
    const reply = await sendBody(merchant, '{"name":"A"}');
    await test.database.query(sql`alter table store_elsewhere rename to store`);
    expectGateway(reply, 500, 'Internal server error');
    expect(reply.body).toEqual({
      data: null,
      errors: [{ message: 'Internal server error', layer: 'gateway' }],
    });
  });
});
