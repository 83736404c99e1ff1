import type { Action } from '../contract/action.ts';
import type { CallerKind } from '../contract/caller.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

const header = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

/** The credentials (docs/contract/authentication.md); those of several headers are several schemes. */
export const securitySchemes = {
  merchantId: header('X-Merchant-Id', 'The merchant (MER_xxx) whose key signs.'),
  timestamp: header('X-Timestamp', 'Unix time in whole seconds, at most 5 minutes old.'),
  signature: header('X-Signature', 'Base64 RSA-SHA256 signature of the canonical request.'),
  storeSlug: header('X-Store-Slug', 'The public slug of a store.'),
  environment: header('X-Environment', 'test or prod.'),
  sessionToken: { type: 'http', scheme: 'bearer', description: 'A session token.' },
  dashboard: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tillgate_session',
    description: 'The cookie that a login sets; same origin only.',
  },
} as const;

const requirements: Readonly<Record<CallerKind, Requirement | null>> = {
  apiKey: { merchantId: [], timestamp: [], signature: [] },
  dashboard: { dashboard: [] },
  slug: { storeSlug: [], environment: [] },
  token: { sessionToken: [], environment: [] },
  buyer: null,
  operator: null,
  anonymous: {},
};

/** The ways to authenticate a call of the action, any one of them. */
export function securityOf({
  auth,
  environment,
}: Pick<Action, 'auth' | 'environment'>): Requirement[] {
  // A dashboard session belongs to no environment, so the call has to name it.
  const needsHeader = (kind: CallerKind) => kind === 'dashboard' && environment === 'credential';
  return auth
    .map((kind) => (needsHeader(kind) ? { dashboard: [], environment: [] } : requirements[kind]))
    .filter((requirement) => requirement !== null);
}

/** The credential's display name. */
export const credentialNames: Readonly<Record<CallerKind, string>> = {
  apiKey: 'API key',
  dashboard: 'dashboard session',
  slug: 'store slug',
  token: 'session token',
  buyer: 'hosted page',
  operator: 'command line of the operator',
  anonymous: 'none',
};
