import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { toIso } from '../../kit/time.ts';
import type { ApiKeyRow } from './api-key.queries.ts';

/** Bits of an RSA key (docs/contract/authentication.md). */
const MIN_BITS = 2048;
const MAX_BITS = 4096;
/** The exponent every tool generates. A large one makes verification 200 times slower. */
const EXPONENT = 65_537n;
/** Characters; a key of 4096 bits takes 800. */
const MAX_TEXT_LENGTH = 10_000;

export const apiKeyView = z.object({
  id: z.string(),
  nickname: z.string(),
  environment: z.enum(['test', 'prod']),
  recentlyUsedAt: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
});

/** The key as responses show it, without the public key itself. */
export function viewApiKey(key: ApiKeyRow): z.input<typeof apiKeyView> {
  return {
    id: key.id,
    nickname: key.nickname,
    environment: key.environment,
    recentlyUsedAt: toIso(key.recentlyUsedAt),
    createdAt: toIso(key.createdAt),
    expiresAt: toIso(key.expiresAt),
  };
}

export interface PublicKey {
  /** SPKI PEM. */
  readonly pem: string;
  /** SHA-256 of the DER. */
  readonly fingerprint: Buffer;
}

/** Parses an RSA public key of 2048 to 4096 bits in PEM or bare Base64; null if it isn't one. */
export function readPublicKey(text: string): PublicKey | null {
  if (text.length > MAX_TEXT_LENGTH || text.includes('PRIVATE KEY')) return null;
  try {
    const pem = text.includes('-----BEGIN') ? text : pemOf(text);
    const key = createPublicKey({ key: pem, format: 'pem' });
    return isUsable(key) ? exportPublicKey(key) : null;
  } catch {
    return null;
  }
}

/**
 * Whether the key is accepted for signatures. Its size and exponent bound the cost of verification,
 * and with an exponent of 1 a signature would prove nothing.
 */
export function isUsable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent } = asymmetricKeyDetails ?? {};
  const isSized = modulusLength >= MIN_BITS && modulusLength <= MAX_BITS;
  return asymmetricKeyType === 'rsa' && isSized && publicExponent === EXPONENT;
}

/** The public key in the forms that the database stores. */
export function exportPublicKey(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' });
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  return { pem, fingerprint: createHash('sha256').update(der).digest() };
}

function pemOf(base64: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${base64.trim()}\n-----END PUBLIC KEY-----`;
}
