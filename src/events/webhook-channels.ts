/** Channels for events (docs/contract/delivery.md#channels). */
export const WEBHOOK_CHANNELS = ['http', 'feishu', 'discord', 'telegram', 'slack'] as const;

export type WebhookChannel = (typeof WEBHOOK_CHANNELS)[number];

interface ChannelAddress {
  readonly hosts: readonly string[];
  readonly path: RegExp;
}

/** Address formats of the platforms' incoming webhooks; `http` accepts any. */
const ADDRESSES: Readonly<Record<Exclude<WebhookChannel, 'http'>, ChannelAddress>> = {
  feishu: {
    hosts: ['open.feishu.cn', 'open.larksuite.com'],
    path: /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/,
  },
  discord: {
    hosts: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
    path: /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/,
  },
  telegram: { hosts: ['api.telegram.org'], path: /^\/bot\d+:[\w-]+\/sendMessage$/ },
  slack: {
    hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
    // Other paths start workflows, which don't accept messages.
    path: /^\/services\/[\w/-]+$/,
  },
};

/** Whether the URL has the format of the channel's platform. */
export function isChannelAddress(channel: WebhookChannel, url: URL): boolean {
  if (channel === 'http') return true;
  const { hosts, path } = ADDRESSES[channel];
  return url.port === '' && hosts.includes(url.hostname) && path.test(url.pathname);
}

/**
 * A URL in its displayed form: anyone who knows the rest of a chat channel's URL, or another's
 * query values, can post to it (docs/contract/invariants.md#19).
 */
export function maskedAddress(channel: WebhookChannel, text: string): string {
  const url = new URL(text);
  if (channel !== 'http') return `${url.origin}/…${url.href.slice(-4)}`;
  if (url.search === '') return text;
  const parts = url.search.slice(1).split('&');
  const masked = parts.map((part) => part.replace(/^([^=]*=)?.*$/s, '$1…'));
  return `${url.origin}${url.pathname}?${masked.join('&')}`;
}

/** Whether a URL's query has a value as `maskedAddress` shows it, encoded or not. */
export function hasMaskedValue(text: string): boolean {
  return /[?&](?:[^=&#]*=)?(?:…|%E2%80%A6)(?=[&#]|$)/i.test(text);
}
