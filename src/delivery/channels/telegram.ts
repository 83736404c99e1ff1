import { noticeOf } from '../../events/notice.ts';
import type { Channel } from './channel.ts';
import { jsonMessage } from './json-message.ts';
import { escapedValue } from './plain-text.ts';

/**
 * HTML text for the chat in the secret (docs/contract/delivery.md#channels); Telegram's limit is
 * 4,096.
 */
export const telegram: Channel = {
  render: async ({ eventType, body, secret }) => {
    const { title, fields } = noticeOf(eventType, body);
    const lines = fields.map(({ label, value }) => `${label}: <code>${escapedValue(value)}</code>`);
    return jsonMessage({
      chat_id: secret,
      text: [`<b>${title}</b>`, '', ...lines].join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  },
};
