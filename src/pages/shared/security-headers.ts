import { randomBytes } from 'node:crypto';
import type { PageProvider } from './payment-methods.ts';

/** A new nonce for the one style element of an answer. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Origins of a provider's card form (https://docs.stripe.com/security/guide). */
const STRIPE_SOURCES = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  connect: ' https://api.stripe.com',
  frame: ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'],
};
const NO_SOURCES = { script: '', connect: '', frame: [] };

/**
 * Headers of every hosted page (docs/contract/invariants.md#32): only our own scripts, no framing,
 * no referrer. Pages with a provider's card form also allow that provider.
 */
export function securityHeaders(
  nonce: string,
  provider: PageProvider = null,
): Readonly<Record<string, string>> {
  const more = provider?.publishableKey ? STRIPE_SOURCES : NO_SOURCES;
  const policy = [
    "default-src 'none'",
    `script-src 'self'${more.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    `connect-src 'self'${more.connect}`,
    ...more.frame,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
}
