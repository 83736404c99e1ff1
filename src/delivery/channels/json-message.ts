import type { ChannelMessage } from './channel.ts';

/** A message to a chat platform: the address holds the credential, nothing is signed. */
export function jsonMessage(content: unknown): ChannelMessage {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}
