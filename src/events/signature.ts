import { createHmac } from 'node:crypto';
import type { Environment } from '../contract/caller.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/**
 * The value of the signature header: `t=<Unix milliseconds>,v1=<Base64>`, where the signature covers
 * `<t>.<raw body>` (docs/contract/delivery.md).
 */
export async function signatureHeader(
  keys: WebhookKeys,
  environment: Environment,
  body: string,
  attemptedAt: Date,
): Promise<string> {
  const time = attemptedAt.getTime();
  return `t=${time},v1=${await keys.sign(environment, `${time}.${body}`, attemptedAt)}`;
}

const PREFIX = 'whsec_';
const SHARED_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
/** Bytes of a shared key (Standard Webhooks). */
export const MIN_KEY_BYTES = 24;
export const MAX_KEY_BYTES = 64;

/** Whether a secret has the prefix of Standard Webhooks, but no key as the standard requires. */
export function isMalformedSharedSecret(secret: string): boolean {
  if (!secret.startsWith(PREFIX)) return false;
  const key = sharedKey(secret);
  if (key === null || key.length < MIN_KEY_BYTES || key.length > MAX_KEY_BYTES) return true;
  return secret !== PREFIX + key.toString('base64');
}

/**
 * The value of `webhook-signature` as defined by Standard Webhooks, with the key from a secret of
 * the form `whsec_<base64>`; null if the secret has a different form.
 */
export function sharedSecretSignature(secret: string, text: string): string | null {
  const key = sharedKey(secret);
  return key && `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** The key, of any length: webhooks keep the secrets that were accepted once. */
function sharedKey(secret: string): Buffer | null {
  const key = Buffer.from(SHARED_SECRET.exec(secret)?.[1] ?? '', 'base64');
  return key.length === 0 ? null : key;
}
