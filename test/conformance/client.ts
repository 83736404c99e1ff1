import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A parsed response. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are judged
  readonly body: any;
  readonly headers: Headers;
}

export type Headers_ = Readonly<Record<string, string>>;

/** Overrides for a signed call. */
export interface SignedCall {
  readonly headers?: Headers_;
  /** Offset of the timestamp from now, in seconds. */
  readonly offsetS?: number;
  /** The body to sign, if it differs from the body sent. */
  readonly signedBody?: string;
  readonly environment?: Environment;
}

export type Environment = 'test' | 'prod';

/** A merchant as its own server knows it: only an id and private keys. */
export interface Merchant {
  readonly id: string;
  readonly keys: Readonly<Partial<Record<Environment, KeyObject>>>;
}

/** A client that knows the specification and none of the service's code. */
export interface Client {
  readonly baseUrl: string;
  /** Sends text or JSON verbatim, with only these headers. */
  post(path: string, body: unknown, headers?: Headers_): Promise<Answer>;
  /** Signs and sends; `action` as in `store/create-store`, or a whole path. */
  call(merchant: Merchant, action: string, body: unknown, options?: SignedCall): Promise<Answer>;
}

const MAX_WAITS = 20;

export function createClient(baseUrl: string): Client {
  const post: Client['post'] = async (path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers };
  };
  return {
    baseUrl,
    post,
    call(merchant, action, body, options = {}) {
      const path = action.startsWith('/') ? action : `/v1/actions/${action}`;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const signed = signedHeaders(merchant, path, options.signedBody ?? text, options);
      return post(path, text, { ...signed, ...options.headers });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The headers of part 5.1. */
export function signedHeaders(
  { id, keys }: Merchant,
  path: string,
  text: string,
  { offsetS = 0, environment = 'test' }: SignedCall = {},
): Headers_ {
  const key = keys[environment];
  if (!key) throw new Error(`There is no ${environment} key`);
  const timestamp = String(Math.floor(Date.now() / 1000) + offsetS);
  const hash = createHash('sha256').update(text).digest('base64');
  const canonical = ['POST', path, timestamp, hash].join('\n');
  return {
    'x-merchant-id': id,
    'x-timestamp': timestamp,
    'x-signature': sign('sha256', Buffer.from(canonical), key).toString('base64'),
  };
}

/** Signs up and creates a key for each environment. */
export async function makeMerchant(client: Client): Promise<Merchant> {
  const name = `conformance-${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
  const account = { email: `${name}@example.com`, password: `${name} password`, name };
  const origin = { origin: client.baseUrl };
  const signedUp = await patiently(() =>
    client.post('/v1/actions/merchant/sign-up', account, origin),
  );
  if (signedUp.status !== 200) throw new Error(`Sign-up: ${JSON.stringify(signedUp.body)}`);
  const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? '';
  const makeKey = async (environment: Environment) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const body = { environment, nickname: 'conformance', publicKey: pem };
    const made = await client.post('/v1/actions/api-key/create-key', body, { ...origin, cookie });
    if (made.status !== 200) throw new Error(`create-key: ${JSON.stringify(made.body)}`);
    return privateKey;
  };
  const keys = { test: await makeKey('test'), prod: await makeKey('prod') };
  return { id: signedUp.body.data.merchant.id, keys };
}

/** Repeats rate-limited calls after the time given in the answer. */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let round = 0; ; round += 1) {
    const answer = await send();
    if (answer.status !== 429 || round === MAX_WAITS) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}
