import type { Config } from '../config.ts';
import type { Caller } from '../contract/caller.ts';
import type { Ports } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { readApiKey } from './credentials/api-key.ts';
import { readDashboardSession, sessionCookie } from './credentials/dashboard-session.ts';
import { createSignatureExplainer } from './credentials/explain-signature.ts';
import { createFailedSignatures } from './credentials/failed-signatures.ts';
import type { KeyLookup } from './credentials/key-lookup.ts';
import { createKnownSessions } from './credentials/known-sessions.ts';
import { readSessionToken } from './credentials/session-token.ts';
import { readStoreSlug } from './credentials/store-slug.ts';
import { readEnvironment } from './environment.ts';
import { gatewayErrors } from './errors.ts';
import type { Incoming } from './incoming.ts';
import { networkLimit, type RateLimiter } from './rate-limit.ts';

export interface Authenticator {
  /**
   * Returns the caller. Throws 400, 401, 403, 404
   * (docs/contract/authentication.md#authentication-errors) or 429.
   */
  authenticate(incoming: Incoming, now: Date): Promise<Caller>;
  /** Records the dashboard session that an answer's headers set, if any, as known. */
  rememberSession(headers: Readonly<Record<string, string>>, now: Date): void;
}

interface AuthenticatorOptions {
  readonly config: Config;
  readonly database: Database;
  readonly keys: KeyLookup;
  readonly ports: Ports;
  readonly rateLimiter: RateLimiter;
}

/** Creates an authenticator, which reads a request's only credential. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { config, database, keys, ports, rateLimiter } = options;
  const explainer = createSignatureExplainer(keys);
  const failures = createFailedSignatures(rateLimiter);
  const checks = { keys, explainer, failures };
  const known = createKnownSessions();
  const sessions = { db: database, rateLimiter, known, publicUrl: ports.publicUrl };
  return {
    rememberSession: (headers, now) => {
      const secret = sessionCookie(headers['set-cookie']);
      if (secret !== null) known.remember(secret, now);
    },
    authenticate: async (incoming, now) => {
      const { headers } = incoming;
      const cookie = sessionCookie(headers.cookie);
      refuseSeveral(headers, cookie);
      if (hasApiKey(headers)) return readApiKey(incoming, checks, now);
      if (headers.authorization !== undefined) {
        if (!headers['x-environment']) throw gatewayErrors.incompleteBearer();
        const environment = readEnvironment(headers['x-environment']);
        return readSessionToken(headers.authorization, environment, ports.secrets, now);
      }
      if (headers['x-store-slug'] !== undefined) {
        if (!headers['x-store-slug'] || !headers['x-environment']) {
          throw gatewayErrors.missingAuthentication();
        }
        const environment = readEnvironment(headers['x-environment']);
        const network = networkLimit(config, incoming.address);
        const given = { slug: headers['x-store-slug'], environment, network };
        return readStoreSlug(database, rateLimiter, given, now);
      }
      if (cookie === null) throw gatewayErrors.missingAuthentication();
      if (headers['x-environment']) readEnvironment(headers['x-environment']);
      return readDashboardSession(cookie, incoming, sessions, now);
    },
  };
}

function hasApiKey(headers: Incoming['headers']): boolean {
  return (
    headers['x-merchant-id'] !== undefined ||
    headers['x-timestamp'] !== undefined ||
    headers['x-signature'] !== undefined
  );
}

function refuseSeveral(headers: Incoming['headers'], cookie: string | null): void {
  const kinds = [
    hasApiKey(headers),
    headers.authorization !== undefined,
    headers['x-store-slug'] !== undefined,
    cookie !== null,
  ];
  if (kinds.filter(Boolean).length > 1) throw gatewayErrors.ambiguousAuthentication();
}
