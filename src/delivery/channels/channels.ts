import type { WebhookChannel } from '../../events/webhook-channels.ts';
import type { WebhookKeys } from '../../events/webhook-keys.ts';
import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { feishu } from './feishu.ts';
import { createHttpChannel } from './http.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

/** All channels of events (docs/contract/delivery.md#channels). */
export function createChannels(
  keys: WebhookKeys,
  headerAlias: string,
): Readonly<Record<WebhookChannel, Channel>> {
  return { http: createHttpChannel(keys, headerAlias), feishu, discord, telegram, slack };
}
