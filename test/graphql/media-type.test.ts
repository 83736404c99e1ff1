import { describe, expect, it } from 'vitest';
import { makeMerchant, signHeaders, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const GRAPHQL = 'application/graphql-response+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** The answer's status, media type and body. */
async function ask(
  { shortId, keys }: TestMerchant,
  body: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>>,
) {
  const text = JSON.stringify(body);
  const signed = signHeaders('/v1/graphql', text, shortId, keys.test.privateKey);
  const headers = { 'content-type': 'application/json', ...signed, ...more };
  const options = { method: 'POST', body: text, headers };
  const response = await fetch(`${test.baseUrl}/v1/graphql`, options);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    vary: response.headers.get('vary'),
    body: await response.json(),
  };
}

describe('the media type of GraphQL over HTTP', () => {
  it.each([
    'application/graphql-response+json',
    'application/graphql-response+json, application/json',
    'application/graphql-response+json;charset=utf-8, application/json;charset=utf-8',
    'application/json;q=0.5, Application/GraphQL-Response+JSON;q=0.9, */*;q=0.1',
  ])('is answered to a client that prefers it: %s', async (accept) => {
    const answer = await ask(await makeMerchant(test), { query: '{ stores { id } }' }, { accept });
    expect(answer).toEqual({
      ...{ status: 200, type: GRAPHQL, vary: 'accept' },
      body: { data: { stores: [] } },
    });
  });

  it.each([
    '*/*',
    'application/json',
    'application/*, text/html',
    'application/json, application/graphql-response+json;q=0.9',
    'application/graphql-response+json;q=0.5, */*',
    'application/graphql-response+json;q=0',
    'text/html',
  ])('isn’t answered to other clients: %s', async (accept) => {
    const answer = await ask(await makeMerchant(test), { query: '{ stores { id } }' }, { accept });
    expect(answer).toMatchObject({ status: 200, type: JSON_TYPE, vary: 'accept' });
  });

  it('changes neither statuses nor bodies', async () => {
    const merchant = await makeMerchant(test);
    const accept = 'application/graphql-response+json';
    const bodies = [{ query: '{ nothing }' }, { query: '{' }, { query: 'mutation { a }' }, {}];
    for (const [at, body] of bodies.entries()) {
      const given = await ask(merchant, body, { accept });
      const usual = await ask(merchant, body, {});
      expect(given).toEqual({ ...usual, type: GRAPHQL });
      expect([usual.type, usual.status]).toEqual([JSON_TYPE, [200, 400, 403, 400][at]]);
    }
    const wrong = { accept, 'x-signature': 'AAAA' };
    expect(await ask(merchant, { query: '{ stores { id } }' }, wrong)).toMatchObject({
      ...{ status: 401, type: GRAPHQL },
      body: { data: null, errors: [{ layer: 'gateway' }] },
    });
  });
});
