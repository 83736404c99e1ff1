import { serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Action } from '../../contract/action.ts';
import type { Caller, Environment, TokenCaller } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { findPortalBuyer } from '../../domain/portal/portal.queries.ts';
import { refuseOtherSites } from '../../gateway/credentials/dashboard-session.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type Incoming, readIncoming } from '../../gateway/incoming.ts';
import { cookieOf } from '../../gateway/read-cookie.ts';
import { withoutParameter } from '../../gateway/read-query.ts';
import { findLanguage, type Language } from '../../kit/languages.ts';
import { sessionHash } from '../../kit/session-secret.ts';
import { isStorable } from '../../kit/text.ts';
import { basePath } from '../shared/base-path.ts';
import { readForm } from '../shared/forms.ts';
import { pageLanguage, pickedLanguage } from '../shared/page-language.ts';
import { findPageStore } from '../shared/page-store.queries.ts';
import type { PageStore } from '../shared/page-store.ts';
import { runForPage } from '../shared/run-for-page.ts';
import { countVisitor } from '../shared/visit.ts';

/** The portal's own errors. */
export const portalErrors = errorTable('order', {
  notFound: [404, 'Not found'],
});

export type PortalRequest = FastifyRequest<{
  Params: {
    readonly slug: string;
    readonly orderId?: string;
    readonly paymentId?: string;
    readonly receiptId?: string;
    readonly act?: string;
  };
  Querystring: Readonly<Record<string, string | string[] | undefined>>;
}>;

const COOKIE = 'tillgate_portal';
/** Longer than a session, so that the page can say that the session has ended. */
const COOKIE_LIFE_S = 24 * 60 * 60;
const LANGUAGE_COOKIE = 'tillgate_portal_language';
const LANGUAGE_LIFE_S = 365 * 24 * 60 * 60;
/** Characters of a query kept in the page's own links; ours have fewer. */
const MAX_QUERY_LENGTH = 500;
/** Pages whose form posts to their own URL. */
const STEP = /\/(orders|payments)\/[^/]+\/[^/]+$/;

/** The visitor of a store's portal. */
export interface Visitor {
  readonly store: PageStore;
  /** Null if not signed in to this environment. */
  readonly buyer: TokenCaller | null;
  readonly environment: Environment;
  /** The cookie's secret, valid or expired. */
  readonly secret: string | null;
  readonly language: Language;
  /** Path at which this page can be reopened, for example in another language. */
  readonly here: string;
}

/** A request's visitor is looked up and counted once, also if its page turns out to be unknown. */
const visitors = new WeakMap<PortalRequest, Promise<Visitor>>();

/**
 * The visitor of a store's portal. Throws 404 if there is no such store, 429 for too many requests.
 */
export function findVisitor(gateway: Gateway, request: PortalRequest): Promise<Visitor> {
  const visitor = visitors.get(request) ?? lookUpVisitor(gateway, request);
  visitors.set(request, visitor);
  return visitor;
}

async function lookUpVisitor(gateway: Gateway, request: PortalRequest): Promise<Visitor> {
  const now = gateway.clock.now();
  const { slug } = request.params;
  const store = isStorable(slug) ? await findPageStore(gateway.database, slug) : null;
  const [kept, secret] = readCookie(readIncoming(request));
  const asked = readEnvironment(queryText(request, 'environment'));
  const found =
    store && secret
      ? await findPortalBuyer(gateway.database, store.id, sessionHash(secret), now)
      : null;
  const buyer = asked && found?.environment !== asked ? null : found;
  const environment = asked ?? found?.environment ?? kept ?? 'prod';
  const caller: Caller =
    buyer ?? (store ? { kind: 'slug', storeId: store.id, environment } : { kind: 'anonymous' });
  countVisitor(gateway, request, caller);
  if (!store) throw portalErrors.notFound();
  const { publicUrl } = gateway.ports;
  const language = portalLanguage(request);
  return { store, buyer, environment, secret, language, here: hereOf(request, publicUrl) };
}

/** The page's own path, or the portal's if a form was posted to a path that has no page. */
function hereOf(request: PortalRequest, publicUrl: string): string {
  const { pathname, search } = new URL(request.url, publicUrl);
  const query = withoutParameter(search.slice(1), 'language');
  const opens = request.method === 'GET' || STEP.test(pathname);
  const path = opens ? basePath(publicUrl) + pathname : portalPath(publicUrl, request.params.slug);
  return query === '' || query.length > MAX_QUERY_LENGTH ? path : `${path}?${query}`;
}

/** Runs an action as the portal's visitor and returns the answer's data. */
export async function runForVisitor<Data>(
  gateway: Gateway,
  request: PortalRequest,
  action: Action,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey?: string,
): Promise<Data> {
  const incoming = readIncoming(request);
  const headers = {
    ...incoming.headers,
    'x-environment': undefined,
    'x-idempotency-key': idempotencyKey,
  };
  return runForPage(gateway, { ...incoming, headers }, action, caller, body);
}

/** The fields of a form posted from one of our pages. Throws 403 if it came from another site. */
export function readPortalForm(gateway: Gateway, request: PortalRequest): URLSearchParams {
  refuseOtherSites(readIncoming(request), gateway.ports.publicUrl);
  return readForm(request);
}

/** Path of a store's portal, below the path of `PUBLIC_URL`. */
export function portalPath(publicUrl: string, slug: string): string {
  return `${basePath(publicUrl)}/store/${encodeURIComponent(slug)}/portal`;
}

/**
 * Signs the visitor in, or out if there is no secret. The cookie is restricted to the store's
 * portal, isn't readable by scripts, and isn't sent with other sites' forms.
 */
export function setPortalCookie(
  reply: FastifyReply,
  publicUrl: string,
  slug: string,
  entry: { readonly environment: Environment; readonly secret: string } | null,
): FastifyReply {
  const value = entry ? `${entry.environment}.${entry.secret}` : '';
  return reply.header(
    'set-cookie',
    serialize(COOKIE, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      path: portalPath(publicUrl, slug),
      maxAge: entry ? COOKIE_LIFE_S : 0,
    }),
  );
}

/** Stores the language the visitor picks, because the portal's links don't contain one. */
export function keepPortalLanguage(
  request: PortalRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  const language = pickedLanguage(request);
  if (!language) return;
  reply.header(
    'set-cookie',
    serialize(LANGUAGE_COOKIE, language, {
      ...{ httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') },
      path: portalPath(publicUrl, request.params.slug),
      maxAge: LANGUAGE_LIFE_S,
    }),
  );
}

/** The language of the portal's pages: the one picked now or before, else the browser's. */
export function portalLanguage(request: PortalRequest): Language {
  return pickedLanguage(request) ?? keptLanguage(request) ?? pageLanguage(request);
}

function keptLanguage(request: PortalRequest): Language | null {
  const { headers } = readIncoming(request);
  return findLanguage(cookieOf(headers.cookie, LANGUAGE_COOKIE));
}

/** A query parameter that appears exactly once. */
export function queryText(request: PortalRequest, name: string): string | null {
  const value = request.query[name];
  return typeof value === 'string' && isStorable(value) ? value : null;
}

/** The environment the text names, or null. */
export function readEnvironment(text: string | null): Environment | null {
  return text === 'test' || text === 'prod' ? text : null;
}

function readCookie({ headers }: Incoming): readonly [Environment | null, string | null] {
  const [environment = '', secret = ''] = (cookieOf(headers.cookie, COOKIE) ?? '').split('.');
  return [readEnvironment(environment), secret || null];
}
