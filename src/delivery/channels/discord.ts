import { noticeOf } from '../../events/notice.ts';
import { toIso } from '../../kit/time.ts';
import type { Channel } from './channel.ts';
import { jsonMessage } from './json-message.ts';
import { plainValue } from './plain-text.ts';

const COLORS = { good: 0x2e9e5b, bad: 0xd64545, neutral: 0x5b6b7b };

/**
 * An embed (docs/contract/delivery.md#channels). Discord's limits: title 256, 25 fields of 256 and
 * 1,024, 6,000 in all. Values are code spans, and mentions in the message don't notify anyone.
 */
export const discord: Channel = {
  render: async ({ eventType, body }) => {
    const { title, tone, fields, occurredAt } = noticeOf(eventType, body);
    return jsonMessage({
      embeds: [
        {
          title,
          color: COLORS[tone],
          fields: fields.map(({ label, value }) => ({
            name: label,
            value: `\`${plainValue(value)}\``,
            inline: value.length <= 40,
          })),
          timestamp: toIso(occurredAt),
        },
      ],
      allowed_mentions: { parse: [] },
    });
  },
};
