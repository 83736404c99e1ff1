import { sharedSecretSignature, signatureHeader } from '../../events/signature.ts';
import type { WebhookKeys } from '../../events/webhook-keys.ts';
import type { Channel } from './channel.ts';

/**
 * The signed envelope (docs/contract/events.md#envelope): the recorded body unchanged, with a new
 * timestamp and signature for each attempt. Unless `alias` is empty, the signature and event
 * headers are repeated with that prefix. A `whsec_` secret adds the Standard Webhooks signature.
 */
export function createHttpChannel(keys: WebhookKeys, alias: string): Channel {
  return {
    render: async ({ eventId, eventType, environment, body, secret }, attemptedAt) => {
      const timestamp = String(Math.floor(attemptedAt.getTime() / 1_000));
      const shared = secret && sharedSecretSignature(secret, `${eventId}.${timestamp}.${body}`);
      const signature = await signatureHeader(keys, environment, body, attemptedAt);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Tillgate-Webhooks/1',
        'x-service-signature': signature,
        'x-service-event': eventType,
        'x-service-delivery': eventId,
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        ...(shared ? { 'webhook-signature': shared } : {}),
      };
      if (alias === '') return { headers, body };
      const again = { [`${alias}-Signature`]: signature, [`${alias}-Event`]: eventType };
      return { headers: { ...headers, ...again }, body };
    },
  };
}
