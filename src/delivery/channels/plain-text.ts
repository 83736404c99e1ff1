/** Code points of one value in a chat message; keeps every message within every platform's limit. */
export const MAX_VALUE_LENGTH = 200;

/** Controls, line ends, marks that turn the direction of text or hide in it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * A foreign text on one line, cut to length, without what could end a code span. Channels show it
 * as code or as plain text, where nothing mentions, links or formats
 * (docs/contract/invariants.md#18).
 */
export function plainValue(text: string): string {
  const line = text.replace(INVISIBLE, ' ').replaceAll('`', "'").trim() || '–';
  const points = [...line];
  if (points.length <= MAX_VALUE_LENGTH) return line;
  return `${points.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`;
}

/** The same with the three characters escaped that Telegram's HTML and Slack's mrkdwn know. */
export function escapedValue(text: string): string {
  return plainValue(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
