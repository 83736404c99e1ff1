import type { Environment } from '../contract/caller.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/**
 * The value of the signature header: `t=<Unix milliseconds>,v1=<Base64>`, where the signature covers
 * `<t>.<raw body>` (decisions 8).
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
