import ipaddr from 'ipaddr.js';

/** IPv4 blocks that outgoing calls must not reach (RFC 6890 and its registry, cloud metadata). */
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier NAT, Alibaba metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform address
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocols, Oracle metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map((block) => ipaddr.IPv4.parseCIDR(block));

/**
 * The only public IPv6 space. It excludes loopback, unique local, link-local, multicast,
 * IPv4-mapped and -compatible addresses, and NAT64.
 */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Blocks in it that aren't public. */
const REFUSED_IPV6 = [
  '2001::/23', // IETF protocols, Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Names that never leave the machine or its network (RFC 6761, 6762, 8375, cloud metadata). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|home\.arpa|lan)\.?$/i;

/** Whether an outgoing call may connect to the IP address (docs/contract/delivery.md). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return !REFUSED_IPV4.some((block) => parsed.match(block));
  }
  if (parsed.zoneId !== undefined || !parsed.match(PUBLIC_IPV6)) return false;
  return !REFUSED_IPV6.some((block) => parsed.match(block));
}

/** The IP address in a URL's host, without brackets; null if it is a name. */
export function literalAddress(host: string): string | null {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  return ipaddr.isValid(bare) ? bare : null;
}

/** Whether a host name is local by definition, without a lookup. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host);
}
