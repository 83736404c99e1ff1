import { isLocalName, isPublicAddress, literalAddress } from './address.ts';

/** What the operator allows outgoing calls. */
export interface OutgoingRules {
  /** http, loopback and private addresses, for local work (`ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowPrivate: boolean;
  /** URLs below this one are the service's own and always allowed; null: none is. */
  readonly trustedPrefix: string | null;
}

/**
 * Why an outgoing call to the URL is refused before any look-up: `insecure` is not https, `address`
 * has a host that is itself no public address (docs/contract/delivery.md). Null when nothing speaks
 * against it.
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

/** Whether the URL, in its normal spelling, lies below the service's own prefix. */
export function isTrusted(url: URL, { trustedPrefix }: OutgoingRules): boolean {
  return trustedPrefix !== null && url.href.startsWith(trustedPrefix);
}
