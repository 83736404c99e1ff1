/** The service's signature algorithm: RSASSA-PKCS1-v1_5 with SHA-256. */
const ALGORITHM: RsaHashedKeyGenParams = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
/** Characters per line of PEM (RFC 7468). */
const PEM_LINE = 64;

export interface KeyPair {
  /** SPKI PEM, sent to the service. */
  readonly publicKey: string;
  /** PKCS#8 PEM; leaves the browser only if its owner copies or downloads it. */
  readonly privateKey: string;
}

/** Browsers offer WebCrypto only over https and on localhost. */
export function canMakeKeyPair(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Generates an RSA key pair in the browser. */
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
