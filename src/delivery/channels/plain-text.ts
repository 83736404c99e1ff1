/**
 * Maximum code points of one value in a chat message, which keeps messages within every platform's
 * limit.
 */
export const MAX_VALUE_LENGTH = 200;

/** Control characters, line ends, and invisible or bidirectional formatting marks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * Untrusted text on one line, truncated, without characters that could end a code span. Channels
 * show it as code or plain text, so nothing in it mentions, links or formats
 * (docs/contract/invariants.md#18).
 */
export function plainValue(text: string): string {
  const line = text.replace(INVISIBLE, ' ').replaceAll('`', "'").trim() || '–';
  const points = [...line];
  if (points.length <= MAX_VALUE_LENGTH) return line;
  return `${points.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`;
}

/** The same with the three special characters of Telegram's HTML and Slack's mrkdwn escaped. */
export function escapedValue(text: string): string {
  return plainValue(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
