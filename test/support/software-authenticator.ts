import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Deliberate errors in an answer. */
export interface Quirks {
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly key?: KeyObject;
}

interface Options {
  readonly challenge: string;
}

/** An authenticator in memory with one ES256 credential, following the WebAuthn specification. */
export function makeAuthenticator(port: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, quirks: Quirks) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: quirks.origin ?? `http://localhost:${port}` }),
    );
  const authenticatorData = (quirks: Quirks, more = 0) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(counter);
    const verified = quirks.isVerified === false ? 0 : USER_VERIFIED;
    const host = sha256(quirks.host ?? 'localhost');
    return Buffer.concat([host, Buffer.from([USER_PRESENT | verified | more]), count]);
  };

  return {
    id: id.toString('base64url'),
    /** The browser's answer when a passkey is created. */
    create: (options: Options, quirks: Quirks = {}) => {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        ...[authenticatorData(quirks, HAS_CREDENTIAL), Buffer.alloc(16), length, id],
        coseKey(publicKey),
      ]);
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options, quirks).toString('base64url'),
          attestationObject: attestation(data).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The browser's answer when a passkey is used. */
    get: (options: Options, quirks: Quirks = {}) => {
      const client = clientData('webauthn.get', options, quirks);
      const data = authenticatorData(quirks);
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, quirks.key ?? privateKey).toString('base64url'),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** CBOR: {fmt: 'none', attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ]);
}
