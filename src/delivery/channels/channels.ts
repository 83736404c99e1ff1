import type { WebhookChannel } from '../../domain/store/webhook-channels.ts';
import type { WebhookKeys } from '../../events/webhook-keys.ts';
import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { feishu } from './feishu.ts';
import { createHttpChannel } from './http.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

/** Every channel that an event can go by (Specification 6). */
export function createChannels(
  keys: WebhookKeys,
  headerAlias: string | undefined,
): Readonly<Record<WebhookChannel, Channel>> {
  return { http: createHttpChannel(keys, headerAlias), feishu, discord, telegram, slack };
}
