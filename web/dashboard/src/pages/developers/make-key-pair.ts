/** What the service signs and verifies with: RSASSA-PKCS1-v1_5 with SHA-256. */
const ALGORITHM: RsaHashedKeyGenParams = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
/** Characters a line of PEM (RFC 7468). */
const PEM_LINE = 64;

export interface KeyPair {
  /** SPKI PEM: goes to the service. */
  readonly publicKey: string;
  /** PKCS#8 PEM: never leaves the browser but by its owner's hand. */
  readonly privateKey: string;
}

/** Browsers give WebCrypto to pages over https and on localhost only. */
export function canMakeKeyPair(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** A new RSA key pair, made here. */
export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { publicKey: pemOf('PUBLIC KEY', spki), privateKey: pemOf('PRIVATE KEY', pkcs8) };
}

function pemOf(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  const lines = base64.match(new RegExp(`.{1,${PEM_LINE}}`, 'g')) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
