import type { Secrets, TokenClaims } from './contract/ports.ts';
import { deriveKey, digestText, openText, readJwt, sealText, signJwt } from './kit/secrets.ts';

/** The keys that `SECRET_KEY` gives, each for one purpose. */
export function createSecrets(secretKey: string): Secrets {
  const sealing = deriveKey(secretKey, 'seal');
  const digests = deriveKey(secretKey, 'digest');
  const tokens = deriveKey(secretKey, 'session-token');
  return {
    seal: (text, context) => sealText(sealing, text, context),
    open: (sealed, context) => openText(sealing, sealed, context),
    digest: (text, context) => digestText(digests, text, context),
    signToken: (claims, issuedAt, expiresAt) => signJwt(tokens, { ...claims }, issuedAt, expiresAt),
    verifyToken: async (token, now) => {
      const claims = await readJwt(tokens, token, now);
      return claims === null ? null : toClaims(claims);
    },
  };
}

function toClaims({ storeId, buyerIdentity, environment }: Readonly<Record<string, unknown>>) {
  if (typeof storeId !== 'string' || typeof buyerIdentity !== 'string') return null;
  if (environment !== 'test' && environment !== 'prod') return null;
  return { storeId, buyerIdentity, environment } satisfies TokenClaims;
}
