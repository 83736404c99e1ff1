import { hash, verify } from 'node:crypto';
import type { ApiKeyCaller } from '../../contract/caller.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { gatewayErrors } from '../errors.ts';
import type { Incoming } from '../incoming.ts';
import type { SignatureExplainer } from './explain-signature.ts';
import type { FailedSignatures } from './failed-signatures.ts';
import type { KeyLookup, LiveKey } from './key-lookup.ts';
import type { SignedRequest } from './signature-mistakes.ts';

/**
 * Seconds that a timestamp may be in the past and in the future, inclusive
 * (docs/contract/authentication.md#api-keys).
 */
const OLDEST_S = 300;
const NEWEST_S = 60;
/**
 * Unix time in whole seconds; 13 digits would be milliseconds (docs/contract/authentication.md).
 */
const TIMESTAMP = /^[1-9]\d{9}$/;
/** A signature of at least 2,048 bits in hexadecimal, which is valid Base64 of other bytes, too. */
const HEX = /^[\da-f]{512,}$/i;

/** What is needed to verify a signature. */
export interface SignatureChecks {
  readonly keys: KeyLookup;
  readonly explainer: SignatureExplainer;
  readonly failures: FailedSignatures;
}

/**
 * The merchant whose live key signed the request. Throws 400, 401
 * (docs/contract/authentication.md#authentication-errors) or 429.
 */
export async function readApiKey(
  incoming: Incoming,
  { keys, explainer, failures }: SignatureChecks,
  now: Date,
): Promise<ApiKeyCaller> {
  const { 'x-merchant-id': merchant, 'x-timestamp': timestamp } = incoming.headers;
  const signature = incoming.headers['x-signature'];
  if (!merchant || !timestamp || !signature) throw gatewayErrors.missingAuthentication();
  const merchantId = decodeId('MER', merchant);
  if (!merchantId) throw gatewayErrors.invalidSignature();
  const signed = { incoming, merchantId, timestamp, now, ...decodeSignature(signature) };
  if (!signed.isStandardBase64) throw await explainer.refuse(signed);
  const claimed = { merchantId, address: incoming.address };
  failures.refuseMore(claimed, now);
  const live = isInWindow(timestamp, now) ? await keys.find(merchantId, now) : [];
  // Checked again: other requests may have failed in the meantime. From here to the count, nothing
  // else runs.
  if (live.length > 0) failures.refuseMore(claimed, now);
  const canonical = Buffer.from(
    canonicalRequest('POST', incoming.target, timestamp, incoming.body),
  );
  const key = live.find((candidate) =>
    verify('sha256', canonical, candidate.publicKey, signed.signature),
  );
  if (!key) {
    failures.count(claimed, now);
    throw await explainer.refuse(signed);
  }
  failures.prove(claimed, now);
  keys.markUsed(key, now);
  return toCaller(key, merchantId);
}

/** The four signed lines (docs/contract/authentication.md#api-keys). */
export function canonicalRequest(
  method: string,
  path: string,
  timestamp: string,
  body: Buffer,
): string {
  const bodyHash = hash('sha256', body, 'base64');
  return `${method}\n${path}\n${timestamp}\n${bodyHash}`;
}

function isInWindow(timestamp: string, now: Date): boolean {
  if (!TIMESTAMP.test(timestamp)) return false;
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  return age <= OLDEST_S && age >= -NEWEST_S;
}

/** Only a signature in canonical Base64 is accepted; others are decoded to explain the refusal. */
function decodeSignature(text: string): Pick<SignedRequest, 'signature' | 'isStandardBase64'> {
  if (HEX.test(text)) return { signature: Buffer.from(text, 'hex'), isStandardBase64: false };
  const signature = Buffer.from(text, 'base64');
  return { signature, isStandardBase64: signature.toString('base64') === text };
}

function toCaller(key: LiveKey, merchantId: Id<'MER'>): ApiKeyCaller {
  const { id: keyId, publicKey: _, ...known } = key;
  return { kind: 'apiKey', merchantId, keyId, ...known };
}
