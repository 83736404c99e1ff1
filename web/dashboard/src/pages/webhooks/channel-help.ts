import type { Channel } from './webhooks.ts';

/** The form's help texts for a channel. */
export interface ChannelHelp {
  readonly address: string;
  /** How to get the URL, step by step. */
  readonly steps: string;
  /** Null if the channel doesn't use one. */
  readonly secret: {
    readonly label: string;
    readonly help: string;
    readonly isRequired: boolean;
  } | null;
}

export const CHANNEL_HELP: Readonly<Record<Channel, ChannelHelp>> = {
  http: {
    address: 'https://example.com/webhooks',
    steps:
      'Each event arrives as a POST with JSON, signed with the service’s key. Answer any 2xx within 10 seconds and do the work afterwards. How to check the signature: API, Webhook keys.',
    secret: {
      label: 'Secret',
      help: 'Optional. Kept encrypted with the webhook for your own use; deliveries are signed with the service’s key, not with it.',
      isRequired: false,
    },
  },
  feishu: {
    address: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    steps:
      'In the group: Settings, Bots, Add bot, Custom bot. Copy its webhook address. Leave the bot’s signature check off. Events arrive as cards.',
    secret: null,
  },
  discord: {
    address: 'https://discord.com/api/webhooks/…',
    steps:
      'In the channel: Edit channel, Integrations, Webhooks, New webhook, Copy webhook URL. Events arrive as embedded messages.',
    secret: null,
  },
  telegram: {
    address: 'https://api.telegram.org/bot<token>/sendMessage',
    steps:
      'Make a bot with @BotFather, put its token into the address as shown, and add the bot to the chat that shall get the messages.',
    secret: {
      label: 'Chat id',
      help: 'Such as -1001234567890. The bot’s getUpdates shows it after somebody wrote in the chat.',
      isRequired: true,
    },
  },
  slack: {
    address: 'https://hooks.slack.com/services/…',
    steps:
      'At api.slack.com: Your apps, Create app, Incoming webhooks, Add new webhook to workspace. Choose a channel and copy the address.',
    secret: null,
  },
};
