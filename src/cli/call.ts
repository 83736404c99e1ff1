import { type KeyObject, sign } from 'node:crypto';
import { canonicalRequest } from '../gateway/credentials/api-key.ts';
import { CliError, type CliSettings } from './settings.ts';

/** The response of a successful call. */
export interface CallReply {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the called action's output
  readonly data: any;
  /** `name=value` of a session cookie, if one was set. */
  readonly cookie: string | null;
}

/**
 * The headers of a signed request (docs/contract/authentication.md#api-keys), for the exact body
 * and path.
 */
export function signedHeaders(
  path: string,
  body: Buffer,
  merchantId: string,
  privateKey: KeyObject,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const canonical = canonicalRequest('POST', path, timestamp, body);
  return {
    'X-Merchant-Id': merchantId,
    'X-Timestamp': timestamp,
    'X-Signature': sign('sha256', Buffer.from(canonical), privateKey).toString('base64'),
    'Content-Type': 'application/json',
  };
}

/** Calls an action with the configured API key. Throws with the service's message. */
export function signedCall(settings: CliSettings, action: string, body: object) {
  const path = `/v1/actions/${action}`;
  const text = JSON.stringify(body);
  const { baseUrl, merchantId, privateKey } = settings;
  const headers = signedHeaders(path, Buffer.from(text), merchantId, privateKey);
  return call(baseUrl, action, text, headers);
}

/** Calls an action with the given headers. Throws with the service's message. */
export async function call(
  baseUrl: string,
  action: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallReply> {
  const response = await fetch(`${baseUrl}/v1/actions/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CliError(
      `No response from ${baseUrl} (${cause}). Start the service, or set TILLGATE_BASE_URL`,
    );
  });
  const envelope = await response.json().catch(() => null);
  if (response.ok && envelope !== null) {
    const [cookie] = response.headers.getSetCookie();
    return { data: envelope.data, cookie: cookie?.split(';', 1)[0] ?? null };
  }
  const message = envelope?.errors?.[0]?.message ?? 'no message';
  throw new CliError(`${action} returned ${response.status}: ${message}`);
}
