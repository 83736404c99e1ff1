import type { Config } from '../config.ts';
import type { Ports } from '../contract/ports.ts';
import { outgoingRules } from '../domain/store/webhook.ts';
import type { WebhookKeys } from '../events/webhook-keys.ts';
import { createChannels } from './channels/channels.ts';
import type { DeliveryOptions } from './deliver-webhooks.job.ts';
import { createSafePost } from './safe-post.ts';

/** Delivery options from the settings (docs/contract/delivery.md). */
export function deliveryOptions(
  config: Config,
  ports: Pick<Ports, 'secrets' | 'publicUrl' | 'settings'>,
  keys: WebhookKeys,
  log: DeliveryOptions['log'],
): DeliveryOptions {
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  return {
    secrets: ports.secrets,
    channels: createChannels(keys, config.WEBHOOK_HEADER_ALIAS),
    post: createSafePost({ ...outgoingRules(ports), timeoutMs }),
    retryScheduleSeconds: config.WEBHOOK_RETRY_SCHEDULE,
    timeoutMs,
    log,
  };
}
