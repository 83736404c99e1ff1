import type { ClientPlace } from '../contract/caller.ts';
import type { Incoming } from './incoming.ts';

/** Characters of a browser's name that are kept. */
const MAX_USER_AGENT = 300;

/** The address and the browser that an anonymous request came from. */
export function clientOf({ address, headers }: Incoming): ClientPlace {
  return { address, userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null };
}
