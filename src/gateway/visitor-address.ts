import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Replaces what a proxy sent if it isn't an address: all such visitors count as one network. */
export const UNKNOWN_ADDRESS = 'unknown';

/** Some proxies add the port, such as Azure's: `[2001:db8::1]:4711`, `192.0.2.1:4711`. */
const BRACKETED = /^\[(.+)\](?::\d+)?$/;
const IPV4_WITH_PORT = /^(\d+(?:\.\d+){3}):\d+$/;

/**
 * A visitor's IP address without the port, which differs for each connection: a limit per address
 * and port would never be reached. A closed socket has no address.
 */
export function addressOf(given = ''): string {
  const [, bare = given] = BRACKETED.exec(given) ?? IPV4_WITH_PORT.exec(given) ?? [];
  return isIPv4(bare) || ipaddr.IPv6.isValid(bare) ? bare : UNKNOWN_ADDRESS;
}
