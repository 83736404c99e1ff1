import { createPrivateKey, sign } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ErrorEntry } from '../contract/errors.ts';
import { canonicalRequest } from '../gateway/credentials/api-key.ts';

/** The response of a call: the envelope's contents. */
export interface DemoReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the called action's output
  readonly data: any;
  readonly message: string;
  readonly errors: readonly ErrorEntry[];
  readonly retryAfter: string | null;
  readonly cookie: string | null;
}

export type DemoCall = (
  path: string,
  body: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
) => Promise<DemoReply>;

/**
 * Calls actions of this process through the whole gateway, without a socket: the demo gets nothing
 * that a merchant wouldn't get.
 */
export function createDemoCall(http: FastifyInstance, remoteAddress = '127.0.0.1'): DemoCall {
  return async (path, body, headers = {}) => {
    const request: InjectOptions = {
      method: 'POST',
      url: `/v1/actions/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
      remoteAddress,
    };
    const response = await http.inject(request);
    const envelope = response.json();
    const errors: readonly ErrorEntry[] = envelope.errors ?? [];
    const cookie = response.cookies[0];
    return {
      status: response.statusCode,
      data: envelope.data,
      message: errors[0]?.message ?? '',
      errors,
      retryAfter: response.headers['retry-after']?.toString() ?? null,
      cookie: cookie ? `${cookie.name}=${cookie.value}` : null,
    };
  };
}

/** The same calls, signed with an API key (docs/contract/authentication.md#api-keys). */
export function signedDemoCall(
  call: DemoCall,
  merchantId: string,
  privateKey: string,
  now: () => Date,
): DemoCall {
  const key = createPrivateKey(privateKey);
  return (path, body, headers = {}) => {
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const text = Buffer.from(JSON.stringify(body));
    const canonical = canonicalRequest('POST', `/v1/actions/${path}`, timestamp, text);
    return call(path, body, {
      ...headers,
      'x-merchant-id': merchantId,
      'x-timestamp': timestamp,
      'x-signature': sign('sha256', Buffer.from(canonical), key).toString('base64'),
    });
  };
}

/** The data of a call that must succeed. Throws with the service's own message. */
export async function succeed(path: string, reply: Promise<DemoReply>) {
  const { status, data, message } = await reply;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${message}`);
  return data;
}
