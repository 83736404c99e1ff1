import { createHash } from 'node:crypto';
import { deriveKey, importTokenKey, readJwt, signJwt, type TokenKey } from './secrets.ts';
import { addMs } from './time.ts';

/** Lifetime of a token in milliseconds. */
const LIFE_MS = 60_000;
const PURPOSE = 'operator';

/** One call of the operator's command line, including the exact bytes of its body. */
export interface OperatorCall {
  readonly path: string;
  readonly body: Buffer;
}

/** A token for one call: only who has the service's secret key can make it. */
export async function signOperatorCall(
  secretKey: string,
  call: OperatorCall,
  now: Date,
): Promise<string> {
  const key = await keyOf(secretKey);
  return signJwt(key, claimsOf(call), now, addMs(now, LIFE_MS));
}

/** Whether the token is live and was made for this very call. */
export async function isOperatorCall(
  secretKey: string,
  token: string,
  call: OperatorCall,
  now: Date,
): Promise<boolean> {
  const claims = await readJwt(await keyOf(secretKey), token, now);
  const { path, body } = claimsOf(call);
  return claims !== null && claims.path === path && claims.body === body;
}

function keyOf(secretKey: string): Promise<TokenKey> {
  return importTokenKey(deriveKey(secretKey, PURPOSE));
}

function claimsOf({ path, body }: OperatorCall) {
  return { path, body: createHash('sha256').update(body).digest('base64') };
}
