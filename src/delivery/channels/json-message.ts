import type { ChannelMessage } from './channel.ts';

/** An unsigned message to a chat platform, whose address contains the credential. */
export function jsonMessage(content: unknown): ChannelMessage {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}
