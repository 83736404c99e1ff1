/** Where an event can go (Specification 6). */
export const WEBHOOK_CHANNELS = ['http', 'feishu', 'discord', 'telegram', 'slack'] as const;

export type WebhookChannel = (typeof WEBHOOK_CHANNELS)[number];

interface ChannelAddress {
  readonly hosts: readonly string[];
  readonly path: RegExp;
}

/** The addresses that the platforms give for incoming messages; `http` goes anywhere. */
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
    path: /^\/(?:services|workflows|triggers)\/[\w/-]+$/,
  },
};

/** Whether the URL is one that the channel's platform gives out. */
export function isChannelAddress(channel: WebhookChannel, url: URL): boolean {
  if (channel === 'http') return true;
  const { hosts, path } = ADDRESSES[channel];
  return url.port === '' && hosts.includes(url.hostname) && path.test(url.pathname);
}

/** A chat channel's URL as it is shown: whoever knows the rest of it can post (invariant 19). */
export function maskedAddress(url: URL): string {
  return `${url.origin}/…${url.href.slice(-4)}`;
}
