import type { Environment, TokenCaller } from '../../contract/caller.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Id } from '../../kit/id.ts';
import { gatewayErrors } from '../errors.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The buyer the token belongs to (docs/contract/authentication.md#session-tokens). Throws 401 for
 * an invalid token.
 */
export async function readSessionToken(
  authorization: string,
  environment: Environment,
  secrets: Secrets,
  now: Date,
): Promise<TokenCaller> {
  const token = BEARER.exec(authorization)?.[1];
  const claims = token === undefined ? null : await secrets.verifyToken(token, now);
  if (claims === null || claims.environment !== environment) throw gatewayErrors.invalidToken();
  return {
    kind: 'token',
    storeId: claims.storeId as Id<'STO'>,
    buyerIdentity: claims.buyerIdentity,
    environment,
  };
}
