import { noticeOf } from '../../events/notice.ts';
import type { Channel } from './channel.ts';
import { jsonMessage } from './json-message.ts';
import { escapedValue } from './plain-text.ts';

const COLORS = { good: '#2e9e5b', bad: '#d64545', neutral: '#5b6b7b' };

/**
 * An attachment with mrkdwn fields (docs/contract/delivery.md#channels). Values are code spans,
 * escaped for Slack.
 */
export const slack: Channel = {
  render: async ({ eventType, body }) => {
    const { title, tone, fields, occurredAt } = noticeOf(eventType, body);
    return jsonMessage({
      attachments: [
        {
          fallback: title,
          title,
          color: COLORS[tone],
          mrkdwn_in: ['fields'],
          fields: fields.map(({ label, value }) => ({
            title: label,
            value: `\`${escapedValue(value)}\``,
            short: value.length <= 40,
          })),
          ts: Math.floor(occurredAt.getTime() / 1_000),
        },
      ],
      link_names: false,
      parse: 'none',
      unfurl_links: false,
      unfurl_media: false,
    });
  },
};
