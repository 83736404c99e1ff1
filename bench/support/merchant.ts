import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonicalRequest } from '../../src/gateway/credentials/api-key.ts';
import type { Service } from './service.ts';

export interface BenchMerchant {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** Name and value of the dashboard's session cookie. */
  readonly cookie: string;
}

/** Signs a merchant up over HTTP and registers a test key, as any caller would. */
export async function signUpMerchant({ baseUrl }: Service): Promise<BenchMerchant> {
  const call = async (path: string, body: unknown, cookie = '') => {
    const response = await fetch(`${baseUrl}/v1/actions/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
    const cookies = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return { body: await response.json(), cookie: cookies };
  };
  const account = { email: 'bench@example.com', password: 'a long password', name: 'Bench' };
  const signedUp = await call('merchant/sign-up', account);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const key = { environment: 'test', nickname: 'bench', publicKey: pem };
  const created = await call('api-key/create-key', key, signedUp.cookie);
  if (!created.body.data) throw new Error(JSON.stringify(created.body));
  return { id: signedUp.body.data.merchant.id, privateKey, cookie: signedUp.cookie };
}

/** The bytes of a signed HTTP request, ready to be written to a socket. */
export function signedRequest(
  merchant: BenchMerchant,
  path: string,
  body: unknown,
  prefix = '/v1/actions/',
  headers: readonly string[] = [],
): Buffer {
  const target = `${prefix}${path}`;
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const canonical = canonicalRequest('POST', target, timestamp, Buffer.from(text));
  const signature = sign('sha256', Buffer.from(canonical), merchant.privateKey).toString('base64');
  return Buffer.from(
    [
      `POST ${target} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Merchant-Id: ${merchant.id}`,
      `X-Timestamp: ${timestamp}`,
      `X-Signature: ${signature}`,
      ...headers,
      '',
      text,
    ].join('\r\n'),
  );
}

/** Calls an action once and returns its `data`; throws on an error. */
export async function callOnce<T>(
  service: Service,
  merchant: BenchMerchant,
  path: string,
  body: unknown,
): Promise<T> {
  const text = JSON.stringify(body);
  const target = `/v1/actions/${path}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const canonical = canonicalRequest('POST', target, timestamp, Buffer.from(text));
  const response = await fetch(`${service.baseUrl}${target}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-merchant-id': merchant.id,
      'x-timestamp': timestamp,
      'x-signature': sign('sha256', Buffer.from(canonical), merchant.privateKey).toString('base64'),
    },
    body: text,
  });
  const envelope = (await response.json()) as { data: T | null };
  if (!envelope.data) throw new Error(`${path} answered ${JSON.stringify(envelope)}`);
  return envelope.data;
}
