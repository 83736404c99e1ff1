import { constants, type KeyObject, verify } from 'node:crypto';
import { ActionError, type ErrorRow } from '../../contract/errors.ts';
import { gatewayErrors } from '../errors.ts';
import type { Limit } from '../limit.ts';
import { createRateLimiter, networkOf } from '../rate-limit.ts';
import type { KeyLookup } from './key-lookup.ts';
import {
  canonicalOf,
  type SignedRequest,
  signatureHints,
  usualMistakes,
} from './signature-mistakes.ts';

/** Hints for one network, and for all networks: each takes up to 17 milliseconds. */
const PER_NETWORK: Limit = { policy: 'signature-hint', burst: 10, perSecond: 1 };
const IN_TOTAL: Limit = { policy: 'signature-hints', burst: 50, perSecond: 5 };
/** Maximum test keys of a merchant to try. */
const MAX_KEYS = 3;

export interface SignatureExplainer {
  /** The 401 for a request that no key verified, with the reason in the test environment. */
  refuse(signed: SignedRequest): Promise<ActionError>;
}

/**
 * Names the incorrectly signed line if the request verifies with a deliberate common mistake. Only
 * live test keys of the merchant are tried, so only someone who has the private key learns
 * anything. Variants, keys and calls are limited.
 */
export function createSignatureExplainer(keys: KeyLookup): SignatureExplainer {
  const limiter = createRateLimiter(true);
  const mayExplain = (address: string) => {
    // In real time: the limits protect the CPU, not a business rule.
    const now = new Date();
    try {
      limiter.take(PER_NETWORK, networkOf(address), now);
      limiter.take(IN_TOTAL, '', now);
      return true;
    } catch {
      return false;
    }
  };
  return {
    refuse: async (signed) => {
      const refusal = gatewayErrors.invalidSignature();
      if (!mayExplain(signed.incoming.address)) return refusal;
      const live = await keys.find(signed.merchantId, signed.now);
      const testKeys = live.filter(({ environment }) => environment === 'test');
      const hint = findHint(
        signed,
        testKeys.slice(0, MAX_KEYS).map(({ publicKey }) => publicKey),
      );
      if (!hint) return refusal;
      return new ActionError(refusal.status, [...refusal.entries, ...hint().entries]);
    },
  };
}

function findHint(signed: SignedRequest, keys: readonly KeyObject[]): ErrorRow | undefined {
  if (keys.length === 0) return undefined;
  const { signature } = signed;
  const right = Buffer.from(canonicalOf(signed));
  if (!signed.isStandardBase64) {
    return keys.some((key) => verify('sha256', right, key, signature))
      ? signatureHints.spelling
      : undefined;
  }
  const found = usualMistakes(signed).find(([, text]) => {
    const bytes = Buffer.from(text);
    return keys.some((key) => verify('sha256', bytes, key, signature));
  });
  if (found) return found[0];
  if (keys.some((key) => isSha1(right, key, signature))) return signatureHints.digest;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return keys.some((key) => verify('sha256', right, { key, padding }, signature))
    ? signatureHints.padding
    : undefined;
}

/** Whether it was signed with SHA-1, the default of PHP and Perl; some systems can't tell. */
function isSha1(text: Buffer, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify('sha1', text, key, signature);
  } catch {
    return false;
  }
}
