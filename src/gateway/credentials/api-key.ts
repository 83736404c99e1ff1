import { hash, verify } from 'node:crypto';
import type { ApiKeyCaller } from '../../contract/caller.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { gatewayErrors } from '../errors.ts';
import type { Incoming } from '../incoming.ts';
import type { SignatureExplainer } from './explain-signature.ts';
import type { KeyLookup, LiveKey } from './key-lookup.ts';

/** Specification 5.1: seconds a timestamp may lie behind and ahead, both included. */
const OLDEST_S = 300;
const NEWEST_S = 60;
/** Unix time in whole seconds; 13 digits would be milliseconds (decisions 2). */
const TIMESTAMP = /^[1-9]\d{9}$/;

/** The merchant whose live key signed the request. Throws 400 or 401 (Specification 5.4). */
export async function readApiKey(
  incoming: Incoming,
  keys: KeyLookup,
  explainer: SignatureExplainer,
  now: Date,
): Promise<ApiKeyCaller> {
  const { 'x-merchant-id': merchant, 'x-timestamp': timestamp } = incoming.headers;
  const signature = incoming.headers['x-signature'];
  if (!merchant || !timestamp || !signature) throw gatewayErrors.missingAuthentication();
  const merchantId = decodeId('MER', merchant);
  const signatureBytes = decodeSignature(signature);
  if (!merchantId || !signatureBytes) throw gatewayErrors.invalidSignature();
  const canonical = Buffer.from(
    canonicalRequest('POST', incoming.target, timestamp, incoming.body),
  );
  const live = isInWindow(timestamp, now) ? await keys.find(merchantId) : [];
  const key = live.find((candidate) =>
    verify('sha256', canonical, candidate.publicKey, signatureBytes),
  );
  if (!key) {
    throw await explainer.refuse({ incoming, merchantId, timestamp, signature: signatureBytes });
  }
  keys.markUsed(key, now);
  return toCaller(key, merchantId);
}

/** The four signed lines (Specification 5.1, rule 3). */
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

/** The signature's bytes, or null unless spelled exactly as Base64 spells them. */
function decodeSignature(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function toCaller(key: LiveKey, merchantId: Id<'MER'>): ApiKeyCaller {
  return { kind: 'apiKey', merchantId, keyId: key.id, environment: key.environment };
}
