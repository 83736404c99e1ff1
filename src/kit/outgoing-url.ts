import { isLocalName, isPublicAddress, literalAddress } from './address.ts';

/** What the operator allows outgoing calls. */
export interface OutgoingRules {
  /** http, loopback and private addresses, for local work (`ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowPrivate: boolean;
  /** URLs below this prefix are the service's own and always allowed; null if there are none. */
  readonly trustedPrefix: string | null;
}

/**
 * Why an outgoing call to the URL is refused before any lookup: `insecure` if it isn't https,
 * `address` if its host is itself not public (docs/contract/delivery.md). Null if it isn't refused.
 */
export function refusalOf(url: URL, rules: OutgoingRules): 'insecure' | 'address' | null {
  if (isTrusted(url, rules)) return null;
  const { allowPrivate } = rules;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'insecure';
  if (allowPrivate) return null;
  const address = literalAddress(url.hostname);
  const isPublic = address === null ? !isLocalName(url.hostname) : isPublicAddress(address);
  return isPublic ? null : 'address';
}

/** Whether the normalized URL is below the service's own prefix. */
export function isTrusted(url: URL, { trustedPrefix }: OutgoingRules): boolean {
  return trustedPrefix !== null && url.href.startsWith(trustedPrefix);
}
