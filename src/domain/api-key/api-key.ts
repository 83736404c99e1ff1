import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { toIso } from '../../kit/time.ts';
import type { ApiKeyRow } from './api-key.queries.ts';

/** Decisions 2: bits of an RSA key. */
const SMALLEST_BITS = 2048;
const LARGEST_BITS = 4096;

export const apiKeyView = z.object({
  id: z.string(),
  nickname: z.string(),
  environment: z.enum(['test', 'prod']),
  recentlyUsedAt: z.string().nullable(),
  createdAt: z.string(),
});

/** The key as answers show it (decisions 12): never the key itself. */
export function viewApiKey(key: ApiKeyRow): z.input<typeof apiKeyView> {
  return {
    id: key.id,
    nickname: key.nickname,
    environment: key.environment,
    recentlyUsedAt: toIso(key.recentlyUsedAt),
    createdAt: toIso(key.createdAt),
  };
}

export interface PublicKey {
  /** SPKI PEM. */
  readonly pem: string;
  /** SHA-256 of the DER. */
  readonly fingerprint: Buffer;
}

/** An RSA public key of 2048 to 4096 bits in PEM or bare Base64, or null when it is none. */
export function readPublicKey(text: string): PublicKey | null {
  try {
    const pem = text.includes('-----BEGIN') ? text : pemOf(text);
    const key = createPublicKey({ key: pem, format: 'pem' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    const fits = key.asymmetricKeyType === 'rsa' && bits >= SMALLEST_BITS && bits <= LARGEST_BITS;
    return fits && !text.includes('PRIVATE KEY') ? exportPublicKey(key) : null;
  } catch {
    return null;
  }
}

/** The public key in the forms that the database keeps. */
export function exportPublicKey(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' });
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  return { pem, fingerprint: createHash('sha256').update(der).digest() };
}

function pemOf(base64: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${base64.trim()}\n-----END PUBLIC KEY-----`;
}
