import type { Secrets, TokenClaims } from './contract/ports.ts';
import {
  deriveKey,
  digestText,
  importTokenKey,
  openText,
  readJwt,
  sealText,
  signJwt,
} from './kit/secrets.ts';

/**
 * The keys derived from `SECRET_KEY`, one per purpose. What the previous key sealed or signed can
 * still be read, so that the key can be changed while the service runs.
 */
export function createSecrets(secretKey: string, previousKey?: string): Secrets {
  const older = previousKey === undefined ? [] : [previousKey];
  const sealing = deriveKey(secretKey, 'seal');
  const olderSealing = older.map((key) => deriveKey(key, 'seal'));
  const digests = deriveKey(secretKey, 'digest');
  const tokenKeyOf = (key: string) => importTokenKey(deriveKey(key, 'session-token'));
  const tokens = tokenKeyOf(secretKey);
  const olderTokens = older.map(tokenKeyOf);
  return {
    seal: (text, context) => sealText(sealing, text, context),
    open: (sealed, context) => openWith([sealing, ...olderSealing], sealed, context),
    reseal: (sealed, context) => {
      if (tryOpen(sealing, sealed, context) !== null) return null;
      return sealText(sealing, openWith(olderSealing, sealed, context), context);
    },
    digest: (text, context) => digestText(digests, text, context),
    signToken: async (claims, issuedAt, expiresAt) =>
      signJwt(await tokens, { ...claims }, issuedAt, expiresAt),
    verifyToken: async (token, now) => {
      for (const key of [tokens, ...olderTokens]) {
        const claims = await readJwt(await key, token, now);
        if (claims !== null) return toClaims(claims);
      }
      return null;
    },
  };
}

/** Opens with the first key that fits. Throws if none does. */
function openWith(keys: readonly Buffer[], sealed: string, context: string): string {
  for (const key of keys) {
    const text = tryOpen(key, sealed, context);
    if (text !== null) return text;
  }
  throw new Error('No key opens the sealed text');
}

function tryOpen(key: Buffer, sealed: string, context: string): string | null {
  try {
    return openText(key, sealed, context);
  } catch {
    return null;
  }
}

function toClaims({ storeId, buyerIdentity, environment }: Readonly<Record<string, unknown>>) {
  if (typeof storeId !== 'string' || typeof buyerIdentity !== 'string') return null;
  if (environment !== 'test' && environment !== 'prod') return null;
  return { storeId, buyerIdentity, environment } satisfies TokenClaims;
}
