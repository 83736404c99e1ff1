import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Environment } from '../contract/caller.ts';
import type { Secrets } from '../contract/ports.ts';
import type { WebhookKeyRow } from './webhook-keys.queries.ts';

/** Bits of each environment's RSA key (docs/contract/delivery.md). */
const KEY_BITS = 2048;

/** A new key pair with a sealed private key. */
export async function generateWebhookKey(
  environment: Environment,
  secrets: Secrets,
): Promise<Pick<WebhookKeyRow, 'environment' | 'publicKey' | 'sealedPrivateKey'>> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    environment,
    publicKey,
    sealedPrivateKey: secrets.seal(privateKey, webhookKeyContext(environment)),
  };
}

/** The private key as PKCS #8 PEM. */
export function openWebhookKey(
  { environment, sealedPrivateKey }: Pick<WebhookKeyRow, 'environment' | 'sealedPrivateKey'>,
  secrets: Secrets,
): string {
  return secrets.open(sealedPrivateKey, webhookKeyContext(environment));
}

/** Binds a sealed private key to its environment. */
export function webhookKeyContext(environment: Environment): string {
  return `webhook-key/${environment}`;
}
