import { signatureHeader } from '../../events/signature.ts';
import type { WebhookKeys } from '../../events/webhook-keys.ts';
import type { Channel } from './channel.ts';

/**
 * The signed envelope (Specification 6.1): the recorded body unchanged, stamped and signed anew for
 * each attempt. `alias` repeats the signature and event headers under a second prefix.
 */
export function createHttpChannel(keys: WebhookKeys, alias: string | undefined): Channel {
  return {
    render: async ({ eventId, eventType, environment, body }, attemptedAt) => {
      const signature = await signatureHeader(keys, environment, body, attemptedAt);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Tillgate-Webhooks/1',
        'x-service-signature': signature,
        'x-service-event': eventType,
        'x-service-delivery': eventId,
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(attemptedAt.getTime() / 1_000)),
      };
      if (alias === undefined) return { headers, body };
      const again = { [`${alias}-Signature`]: signature, [`${alias}-Event`]: eventType };
      return { headers: { ...headers, ...again }, body };
    },
  };
}
