import type { Id } from '../../kit/id.ts';
import type { KnownPasskey, PasskeyRow } from './passkey.queries.ts';
import type { NewCredential, PasskeyAnswer, RelyingParty } from './passkey.ts';
import { CHALLENGE_LIFE_MS } from './passkey-challenge.ts';

/** EdDSA, ES256 and RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257];
const COSE_KTY = 1;
const COSE_RSA = 3;
const COSE_RSA_MODULUS = -1;
const COSE_RSA_EXPONENT = -2;
/** Bytes of an RSA modulus: 2048 to 4096 bits. */
const MIN_MODULUS = 256;
const MAX_MODULUS = 512;

/** The library takes a quarter of a second to load, so it is loaded on first use. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

type Known = Pick<PasskeyRow, 'credentialId' | 'transports'>;

/** The browser options to create a passkey. */
export async function creationOptions(
  party: RelyingParty,
  account: { readonly id: Id<'MER'>; readonly email: string; readonly name: string },
  own: readonly Known[],
  challenge: string,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Tillgate',
    rpID: party.id,
    userID: Buffer.from(account.id.replaceAll('-', ''), 'hex'),
    userName: account.email,
    userDisplayName: account.name,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: own.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The browser options to sign with a passkey; with none named, the browser offers those it has. */
export async function requestOptions(
  party: RelyingParty,
  own: readonly Known[],
  challenge: string,
) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: own.map(describe),
  });
}

function describe({ credentialId, transports }: Known) {
  return { id: credentialId, transports: transports as never };
}

export interface VerifiedPasskey {
  readonly publicKey: Buffer;
  readonly counter: number;
  /** In the browser's encoding. */
  readonly challenge: string;
}

/** Verifies a browser's response and returns the new passkey's key, or null if it is invalid. */
export async function verifyNew(
  { id, response }: NewCredential,
  party: RelyingParty,
  isOwn: (challenge: string) => boolean,
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  let challenge = '';
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: await withoutStatement(response.attestationObject),
        },
      },
      expectedChallenge: (given) => {
        challenge = given;
        return isOwn(given);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    if (!(await isCheap(publicKey))) return null;
    return { publicKey: Buffer.from(publicKey), counter, challenge };
  } catch {
    return null;
  }
}

/** Verifies a known passkey's response and returns its new counter, or null if it is invalid. */
export async function verifyAnswer(
  { id, response }: PasskeyAnswer,
  passkey: Pick<KnownPasskey, 'publicKey' | 'counter'>,
  party: RelyingParty,
  isOwn: (challenge: string) => boolean,
): Promise<Omit<VerifiedPasskey, 'publicKey'> | null> {
  const { verifyAuthenticationResponse } = await library();
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      },
      expectedChallenge: (given) => {
        challenge = given;
        return isOwn(given);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return verified ? { counter: authenticationInfo.newCounter, challenge } : null;
  } catch {
    return null;
  }
}

/**
 * Strips the statement from an attestation. We don't request one, and parsing its certificates
 * would let a stranger make us call the addresses in them.
 */
async function withoutStatement(attestation: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestation)).get('authData');
  const plain = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain as never));
}

/** As for API keys: an RSA key with a huge exponent would make each verification slow. */
async function isCheap(publicKey: Uint8Array): Promise<boolean> {
  const { decodeCredentialPublicKey } = await helpers();
  const key = decodeCredentialPublicKey(publicKey as never) as unknown as Map<number, unknown>;
  if (key.get(COSE_KTY) !== COSE_RSA) return true;
  const exponent = Buffer.from(key.get(COSE_RSA_EXPONENT) as Uint8Array);
  const { length } = key.get(COSE_RSA_MODULUS) as Uint8Array;
  return exponent.toString('hex') === '010001' && length >= MIN_MODULUS && length <= MAX_MODULUS;
}
