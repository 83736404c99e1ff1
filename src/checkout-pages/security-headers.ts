import { randomBytes } from 'node:crypto';

/** A new nonce for the one style element of an answer. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** What every hosted page says about itself (invariant 32): no script but ours, no frame, no trace. */
export function securityHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src https: data:',
    "connect-src 'self'",
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
