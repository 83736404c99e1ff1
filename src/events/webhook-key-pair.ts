import type { Environment } from '../contract/caller.ts';
import type { Secrets } from '../contract/ports.ts';
import { generateRsaPair } from '../kit/key-pairs.ts';
import type { WebhookKeyRow } from './webhook-keys.queries.ts';

/** A new key pair (docs/contract/delivery.md) with a sealed private key. */
export async function generateWebhookKey(
  environment: Environment,
  secrets: Secrets,
): Promise<Pick<WebhookKeyRow, 'environment' | 'publicKey' | 'sealedPrivateKey'>> {
  const { publicKey, privateKey } = await generateRsaPair();
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
