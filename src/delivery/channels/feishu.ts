import { noticeOf } from '../../events/notice.ts';
import type { Channel } from './channel.ts';
import { jsonMessage } from './json-message.ts';
import { plainValue } from './plain-text.ts';

const TEMPLATES = { good: 'green', bad: 'red', neutral: 'blue' };

/**
 * An interactive card in plain text without markup (docs/contract/delivery.md#channels); the limit
 * is 20 KB.
 */
export const feishu: Channel = {
  render: async ({ eventType, body }) => {
    const { title, tone, fields } = noticeOf(eventType, body);
    const plain = (content: string) => ({ tag: 'plain_text', content });
    return jsonMessage({
      msg_type: 'interactive',
      card: {
        config: { wide_screen_mode: true },
        header: { title: plain(title), template: TEMPLATES[tone] },
        elements: [
          {
            tag: 'div',
            fields: fields.map(({ label, value }) => ({
              is_short: value.length <= 40,
              text: plain(`${label}\n${plainValue(value)}`),
            })),
          },
        ],
      },
    });
  },
  // Feishu always responds with 200 and reports the outcome in the body.
  isAccepted: (responseBody) => {
    try {
      const answer = JSON.parse(responseBody) as { code?: unknown; StatusCode?: unknown };
      return (answer.code ?? answer.StatusCode ?? 0) === 0;
    } catch {
      return true;
    }
  },
};
