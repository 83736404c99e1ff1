import { openDashboard } from '../support/dashboard.ts';
import { post, type Reply, signHeaders, type TestMerchant } from '../support/merchant.ts';
import type { TestApp } from '../support/test-app.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Sends a query with some credential; returns the reply. */
export type Ask = (query: string, variables?: Variables) => Promise<Reply>;

const TARGET = '/v1/graphql';

/** Queries with headers made by the test. */
export function askWith(test: TestApp, headers: Readonly<Record<string, string>>): Ask {
  return (query, variables) =>
    post(test.baseUrl, TARGET, JSON.stringify({ query, variables }), headers);
}

/** Queries with the merchant's API key of the environment. */
export function askAsMerchant(
  test: TestApp,
  { shortId, keys }: TestMerchant,
  environment: 'test' | 'prod' = 'test',
): Ask {
  return (query, variables) => {
    const text = JSON.stringify({ query, variables });
    const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
    const { privateKey } = keys[environment];
    const signed = signHeaders(TARGET, text, shortId, privateKey, timestamp);
    return post(test.baseUrl, TARGET, text, signed);
  };
}

/** Queries as a visitor of the store. */
export function askAsVisitor(test: TestApp, slug: string, environment = 'test'): Ask {
  return askWith(test, { 'x-store-slug': slug, 'x-environment': environment });
}

/** Queries with a buyer's session token. */
export function askAsBuyer(test: TestApp, token: string, environment = 'test'): Ask {
  return askWith(test, { authorization: `Bearer ${token}`, 'x-environment': environment });
}

/** Queries with the merchant's dashboard session. */
export async function askInDashboard(
  test: TestApp,
  merchant: TestMerchant,
  environment: 'test' | 'prod' = 'test',
): Promise<Ask> {
  const { call } = await openDashboard(test, merchant);
  return (query, variables) => call('../graphql', { query, variables }, { environment });
}

/** The data of an answer without errors. Throws if there are any. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
export async function dataFrom(reply: Promise<Reply>): Promise<any> {
  const { status, body, text } = await reply;
  if (status !== 200 || body.errors) throw new Error(`Answered ${status}: ${text}`);
  return body.data;
}
