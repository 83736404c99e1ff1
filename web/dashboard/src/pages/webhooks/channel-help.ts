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
      'Each event arrives as a POST with JSON, signed with the service’s key. Respond with any 2xx within 10 seconds, and do the work afterwards. To verify the signature, see API > Webhook keys.',
    secret: {
      label: 'Secret',
      help: 'Optional. With a secret of the form whsec_<base64>, deliveries also carry a Standard Webhooks signature (webhook-signature). Any other value is only stored, encrypted, for your own use.',
      isRequired: false,
    },
  },
  feishu: {
    address: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    steps:
      'In the group, go to Settings > Bots > Add bot > Custom bot and copy its webhook URL. Leave the bot’s signature check off. Events arrive as cards.',
    secret: null,
  },
  discord: {
    address: 'https://discord.com/api/webhooks/…',
    steps:
      'In the channel, go to Edit channel > Integrations > Webhooks > New webhook and copy its URL. Events arrive as embedded messages.',
    secret: null,
  },
  telegram: {
    address: 'https://api.telegram.org/bot<token>/sendMessage',
    steps:
      'Create a bot with @BotFather, put its token into the URL as shown, and add the bot to the chat that should receive the messages.',
    secret: {
      label: 'Chat ID',
      help: 'For example, -1001234567890. The bot’s getUpdates method returns it once someone has written in the chat.',
      isRequired: true,
    },
  },
  slack: {
    address: 'https://hooks.slack.com/services/…',
    steps:
      'At api.slack.com, go to Your apps > Create app > Incoming webhooks > Add new webhook to workspace. Choose a channel and copy the URL.',
    secret: null,
  },
};
