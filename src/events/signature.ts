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

const SHARED_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * The value of `webhook-signature` as defined by Standard Webhooks, with the key from a secret of
 * the form `whsec_<base64>`; null if the secret has a different form.
 */
export function sharedSecretSignature(secret: string, text: string): string | null {
  const key = SHARED_SECRET.exec(secret)?.[1];
  if (key === undefined) return null;
  const digest = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
  return `v1,${digest}`;
}
