import type { ClientPlace } from '../contract/caller.ts';
import type { Incoming } from './incoming.ts';

/** Maximum characters kept of a user agent. */
const MAX_USER_AGENT = 300;

/** The address and user agent of an anonymous request. */
export function clientOf({ address, headers }: Incoming): ClientPlace {
  return { address, userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null };
}
