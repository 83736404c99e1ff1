import { promises as dns } from 'node:dns';
import { isPublicAddress, literalAddress } from '../kit/address.ts';

/** One address that a connection may be opened to. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a host name; throws if there are none. */
export type LookUp = (host: string, signal: AbortSignal) => Promise<HostAddress[]>;

/** A host that outgoing calls must not reach. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** Timeout of one query to one name server in milliseconds, and number of tries. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * The addresses of a URL's host, looked up once: the caller connects only to these. Throws
 * `RefusedAddressError` if any of them isn't public (docs/contract/delivery.md).
 */
export async function resolveHost(
  hostname: string,
  mayBePrivate: boolean,
  lookUp: LookUp,
  signal: AbortSignal,
): Promise<HostAddress[]> {
  const literal = literalAddress(hostname);
  const found = literal === null ? await lookUp(hostname, signal) : [toHostAddress(literal)];
  if (!mayBePrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new RefusedAddressError();
  }
  return found;
}

/**
 * Queries the name servers directly. Unlike the system's lookup, this uses no thread of the pool,
 * so an unresponsive name server blocks nothing else (docs/contract/invariants.md#14), and it can
 * be canceled.
 */
export async function lookUpPublicName(host: string, signal: AbortSignal): Promise<HostAddress[]> {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw answers.find(isRejected)?.reason;
    return found.map(toHostAddress);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The system's lookup, which knows the hosts file and search domains of a local network. */
export async function lookUpLocalName(host: string): Promise<HostAddress[]> {
  const found = await dns.lookup(host, { all: true });
  return found.map(({ address }) => toHostAddress(address));
}

function isRejected(answer: PromiseSettledResult<unknown>): answer is PromiseRejectedResult {
  return answer.status === 'rejected';
}

function toHostAddress(address: string): HostAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
