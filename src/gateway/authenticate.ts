import type { Caller, Environment } from '../contract/caller.ts';
import type { Ports } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { readApiKey } from './credentials/api-key.ts';
import { readDashboardSession, sessionCookie } from './credentials/dashboard-session.ts';
import { createSignatureExplainer } from './credentials/explain-signature.ts';
import type { KeyLookup } from './credentials/key-lookup.ts';
import { readSessionToken } from './credentials/session-token.ts';
import { readStoreSlug } from './credentials/store-slug.ts';
import { gatewayErrors } from './errors.ts';
import type { Incoming } from './incoming.ts';

export interface Authenticator {
  /** Who is calling. Throws 400, 401, 403 or 404 (Specification 5.4). */
  authenticate(incoming: Incoming, now: Date): Promise<Caller>;
}

/** Reads the one credential that a request carries. */
export function createAuthenticator(
  database: Database,
  keys: KeyLookup,
  ports: Ports,
): Authenticator {
  const explainer = createSignatureExplainer(keys);
  return {
    authenticate: async (incoming, now) => {
      const { headers } = incoming;
      const cookie = sessionCookie(headers.cookie);
      refuseSeveral(headers, cookie);
      if (hasApiKey(headers)) return readApiKey(incoming, keys, explainer, now);
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
        return readStoreSlug(database, headers['x-store-slug'], environment);
      }
      if (cookie === null) throw gatewayErrors.missingAuthentication();
      if (headers['x-environment']) readEnvironment(headers['x-environment']);
      return readDashboardSession(database, cookie, incoming, ports.publicUrl, now);
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

function readEnvironment(text: string): Environment {
  if (text !== 'test' && text !== 'prod') throw gatewayErrors.invalidEnvironment();
  return text;
}
