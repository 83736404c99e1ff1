import { serialize } from 'cookie';
import type { DashboardCaller, Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { sessionHash } from '../../kit/session-secret.ts';
import { gatewayErrors } from '../errors.ts';
import type { Incoming } from '../incoming.ts';
import type { Limit } from '../limit.ts';
import { networkOf, type RateLimiter } from '../rate-limit.ts';
import { cookieOf } from '../read-cookie.ts';
import type { KnownSessions } from './known-sessions.ts';
import { usableStores } from './usable-stores.ts';

const SESSION_COOKIE = 'tillgate_session';

/** The dashboard session's secret in the request's cookies, or null. */
export function sessionCookie(cookies: string | undefined): string | null {
  return cookieOf(cookies, SESSION_COOKIE) || null;
}

/** The `Set-Cookie` value that sets the session, or clears it if the secret is null. */
export function setSessionCookie(secret: string | null, publicUrl: string): string {
  return serialize(SESSION_COOKIE, secret ?? '', {
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    path: '/v1',
    ...(secret === null ? { maxAge: 0 } : {}),
  });
}

/** Unknown sessions per network: each is looked up in the database. */
const UNKNOWN_SESSIONS: Limit = { policy: 'unknown-sessions', burst: 20, perSecond: 20 };

/** What is needed to find a session. */
export interface SessionChecks {
  readonly db: Queryable;
  readonly rateLimiter: RateLimiter;
  readonly known: KnownSessions;
  readonly publicUrl: string;
}

/**
 * The logged-in merchant. Throws 401 for an invalid session, 403 for a cross-site request, and 429
 * if the network has sent too many invalid sessions and this one wasn't valid recently.
 */
export async function readDashboardSession(
  secret: string,
  incoming: Incoming,
  { db, rateLimiter, known, publicUrl }: SessionChecks,
  now: Date,
): Promise<DashboardCaller> {
  refuseOtherSites(incoming, publicUrl);
  const network = networkOf(incoming.address);
  if (!known.has(secret, now)) rateLimiter.check(UNKNOWN_SESSIONS, network, now);
  const [session] = await findSession(db, secret, now);
  if (session) {
    known.remember(secret, now);
    return { kind: 'dashboard', ...session, environment: environmentOf(incoming) };
  }
  known.forget(secret, now);
  rateLimiter.charge(UNKNOWN_SESSIONS, network, now, 1);
  throw gatewayErrors.invalidSession();
}

/** Throws if the browser reports an origin other than the dashboard's. */
export function refuseOtherSites({ headers }: Incoming, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw gatewayErrors.crossSite();
  }
  const { origin } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  // The same machine under a different name, such as localhost: compare with the requested host.
  if (!URL.canParse(origin) || new URL(origin).host !== headers.host) {
    throw gatewayErrors.crossSite();
  }
}

/** Calls of the dashboard that need no environment, such as logout, may omit the header. */
function environmentOf({ headers }: Incoming): Environment {
  return headers['x-environment'] === 'prod' ? 'prod' : 'test';
}

interface SessionRow {
  readonly merchantId: Id<'MER'>;
  readonly storeIds: readonly Id<'STO'>[];
  readonly sessionId: string;
  readonly provenAt: Date | null;
  readonly withoutSecondFactorSince: string | null;
}

function findSession(db: Queryable, secret: string, now: Date): Promise<SessionRow[]> {
  return db.query<SessionRow>(sql`
    select merchant_id as "merchantId", id as "sessionId", proven_at as "provenAt",
      ${usableStores(sql`session.merchant_id`, sql`factor.missing_since`)} as "storeIds",
      factor.missing_since::text as "withoutSecondFactorSince"
    from dashboard_session session
    cross join lateral (select case when not exists (select from second_factor
        where merchant_id = session.merchant_id and confirmed_at is not null)
      and not exists (select from passkey where merchant_id = session.merchant_id)
      then 'infinity'::timestamptz end as missing_since offset 0) factor
    where token_hash = ${sessionHash(secret)} and expires_at > ${now}`);
}
