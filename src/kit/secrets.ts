import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  subtle,
  type webcrypto,
} from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type TokenKey = webcrypto.CryptoKey;

/** A key for one purpose, derived from the service's secret key (HKDF, SHA-256). */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'tillgate', purpose, KEY_BYTES));
}

/** Encrypts a text (AES-256-GCM) and binds it to its context. */
export function sealText(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts the output of `sealText`. Throws if it was altered or the context differs. */
export function openText(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding ignores characters that aren't Base64, and a last one that is too much.
  if (bytes.toString('base64url') !== sealed) throw new Error('Not the output of sealText');
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** A keyed hash (HMAC-SHA-256) of a text, bound to its context. */
export function digestText(key: Buffer, text: string, context: string): Buffer {
  return createHmac('sha256', key).update(`${context}\n${text}`).digest();
}

/** A key for tokens. Keep it: importing takes longer than signing. */
export function importTokenKey(key: Buffer): Promise<TokenKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return subtle.importKey('raw', key, algorithm, false, ['sign', 'verify']);
}

/** A signed token (JWT, HS256) that holds the claims and expires on its own. */
export function signJwt(
  key: TokenKey,
  claims: Readonly<Record<string, string>>,
  issuedAt: Date,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
}

/** The claims of a token that the key signed and that is live at `now`, or null. */
export async function readJwt(
  key: TokenKey,
  token: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const options = { algorithms: ['HS256'], currentDate: now, requiredClaims: ['exp'] };
    return (await jwtVerify(token, key, options)).payload;
  } catch {
    return null;
  }
}
