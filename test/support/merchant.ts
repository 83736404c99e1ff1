import { createHash, type KeyObject, sign } from 'node:crypto';
import { sql } from '../../src/database/database.ts';
import { canonicalRequest } from '../../src/gateway/credentials/api-key.ts';
import { encodeId, type Id, newId, newUuid } from '../../src/kit/id.ts';
import { takeKeyPair } from './key-pairs.ts';
import type { TestApp, TestClock } from './test-app.ts';

export type Environment = 'test' | 'prod';

/** The response: status, the parsed envelope, the text and the headers. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

export interface TestMerchant {
  readonly id: Id<'MER'>;
  /** `MER_xxx`. */
  readonly shortId: string;
  readonly email: string;
  readonly keys: Readonly<
    Record<Environment, { readonly id: string; readonly privateKey: KeyObject }>
  >;
  /** Calls an action with the merchant's API key of the environment (default: test). */
  call(path: string, body: unknown, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  readonly environment?: Environment;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of a test app that a merchant needs: the database, the time, the service's address. */
export type ServedDatabase = Pick<TestApp, 'database' | 'baseUrl'> & {
  readonly clock: Pick<TestClock, 'now' | 'advance'>;
};

/** A merchant without any key, inserted into the database. */
export async function makeAccount(test: ServedDatabase): Promise<{ id: Id<'MER'>; email: string }> {
  const now = test.clock.now();
  const id = newId('MER', now);
  const email = `${id}@merchant.example`;
  await test.database.query(sql`
    insert into merchant (id, email, name, password_hash, created_at)
    values (${id}, ${email}, 'A merchant', 'no password', ${now})`);
  return { id, email };
}

/** A merchant with a live test key and a live production key, inserted into the database. */
export async function makeMerchant(test: ServedDatabase): Promise<TestMerchant> {
  const { id, email } = await makeAccount(test);
  const keys = { test: await makeKey(test, id, 'test'), prod: await makeKey(test, id, 'prod') };
  const shortId = encodeId('MER', id);
  return {
    id,
    shortId,
    email,
    keys,
    call: (path, body, { environment = 'test', headers = {} } = {}) => {
      const target = `/v1/actions/${path}`;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      // Stamped with the test's time, which a test may have moved.
      const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
      const signed = signHeaders(target, text, shortId, keys[environment].privateKey, timestamp);
      return post(test.baseUrl, target, text, { ...signed, ...headers });
    },
  };
}

async function makeKey(test: ServedDatabase, merchantId: Id<'MER'>, environment: Environment) {
  const pair = await takeKeyPair();
  const der = pair.publicKey.export({ type: 'spki', format: 'der' });
  const now = test.clock.now();
  const id = newUuid(now);
  await test.database.query(sql`
    insert into api_key
      (id, merchant_id, environment, nickname, public_key, fingerprint, created_at)
    values (${id}, ${merchantId}, ${environment}, 'made for a test',
      ${pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()},
      ${createHash('sha256').update(der).digest()}, ${now})`);
  return { id, privateKey: pair.privateKey };
}

/**
 * The headers of a signed request (docs/contract/authentication.md#api-keys), stamped with the real
 * time.
 */
export function signHeaders(
  target: string,
  text: string,
  merchantShortId: string,
  privateKey: KeyObject,
  timestamp = String(Math.floor(Date.now() / 1000)),
): Record<string, string> {
  const canonical = canonicalRequest('POST', target, timestamp, Buffer.from(text));
  return {
    'x-merchant-id': merchantShortId,
    'x-timestamp': timestamp,
    'x-signature': sign('sha256', Buffer.from(canonical), privateKey).toString('base64'),
  };
}

/** POSTs a text as JSON. */
export async function post(
  baseUrl: string,
  target: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(`${baseUrl}${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return toReply(response);
}

/** Reads an answer to its end. */
export async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : null;
  return { status: response.status, body, text, headers: response.headers };
}

/** Creates a store through the service; returns its view. */
export async function makeStore(merchant: TestMerchant, name = 'A store') {
  const reply = await merchant.call('store/create-store', { name });
  if (reply.status !== 200) throw new Error(`create-store answered ${reply.text}`);
  return reply.body.data.store as { readonly id: string; readonly slug: string };
}
