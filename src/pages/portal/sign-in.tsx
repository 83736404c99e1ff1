import type { FastifyReply } from 'fastify';
import type { SlugCaller } from '../../contract/caller.ts';
import { ActionError } from '../../contract/errors.ts';
import { openLink } from '../../domain/portal/open-link.ts';
import { openSession } from '../../domain/portal/open-session.ts';
import { deletePortalSession } from '../../domain/portal/portal.queries.ts';
import { requestLink } from '../../domain/portal/request-link.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { sessionHash } from '../../kit/session-secret.ts';
import { seeOther } from '../shared/forms.ts';
import type { Problem } from '../shared/problem.ts';
import type { PortalView } from './portal-view.ts';
import {
  findVisitor,
  type PortalRequest,
  portalPath,
  queryText,
  readEnvironment,
  readPortalForm,
  runForVisitor,
  setPortalCookie,
  type Visitor,
} from './portal-visit.ts';
import { sendPortal } from './render-portal.tsx';
import { LinkSent, OpenLink, SignIn } from './view/sign-in.tsx';

interface Entry {
  readonly secret: string;
}

type Complaint = (view: PortalView) => string;

/** The sign-in page. */
export function showSignIn(
  gateway: Gateway,
  reply: FastifyReply,
  visitor: Visitor,
  { status = 200, complaint, email = '', emailError }: SignInState = {},
): FastifyReply {
  const problem = (view: PortalView): Problem | null =>
    complaint ? { title: view.words.failed, text: complaint(view) } : null;
  return sendPortal(gateway, reply, visitor, {
    status,
    state: 'sign-in',
    isNarrow: true,
    title: ({ words }) => words.portal,
    body: (view) => (
      <SignIn
        view={view}
        problem={problem(view)}
        email={email}
        emailError={emailError?.(view) ?? null}
      />
    ),
  });
}

interface SignInState {
  readonly status?: number;
  readonly complaint?: Complaint;
  readonly email?: string;
  readonly emailError?: Complaint;
}

/** `POST …/enter`: with the session token of the merchant's link, from the page's script. */
export async function enterByToken(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const form = readPortalForm(gateway, request);
  const visitor = await findVisitorOf(gateway, request, form);
  const token = form.get('token') ?? '';
  const { store } = visitor;
  const claims = await gateway.ports.secrets.verifyToken(token, gateway.clock.now());
  if (claims === null || claims.storeId !== store.id) {
    const complaint: Complaint = ({ words }) => words.tokenDead({ store: store.name });
    return showSignIn(gateway, reply, visitor, { status: 401, complaint });
  }
  const { buyerIdentity, environment } = claims;
  const caller = { kind: 'token', storeId: store.id, buyerIdentity, environment } as const;
  const entry = await runForVisitor<Entry>(gateway, request, openSession, caller, {});
  return enter(gateway, reply, visitor, { environment, ...entry });
}

/** `POST …/link`: the answer is the same for every address. */
export async function sendLink(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const form = readPortalForm(gateway, request);
  const visitor = await findVisitorOf(gateway, request, form);
  const email = (form.get('email') ?? '').trim();
  const body = { email, language: visitor.language };
  try {
    await runForVisitor(gateway, request, requestLink, slugCaller(visitor), body);
  } catch (error) {
    if (!(error instanceof ActionError) || ![400, 429].includes(error.status)) throw error;
    const { status, headers } = error;
    const tooMany: Complaint = ({ words }) => words.tooManyLinks;
    const complaint: Complaint = ({ texts }) => texts.checkFields;
    const emailError: Complaint = ({ texts }) => texts.emailError;
    const state = status === 429 ? { complaint: tooMany } : { complaint, emailError };
    return showSignIn(gateway, reply.headers(headers), visitor, { status, email, ...state });
  }
  return sendPortal(gateway, reply, visitor, {
    state: 'link-sent',
    isNarrow: true,
    title: ({ words }) => words.linkSentTitle,
    body: (view) => <LinkSent view={view} email={email} />,
  });
}

/** `GET …/sign-in?code=`: changes nothing, because mail programs open links, too. */
export async function showLink(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const code = queryText(request, 'code');
  if (code === null) return leadToPortal(gateway, request, reply);
  const visitor = await findVisitor(gateway, request);
  return sendPortal(
    gateway,
    reply,
    { ...visitor, buyer: null },
    {
      state: 'link',
      isNarrow: true,
      title: ({ words }) => words.portal,
      body: (view) => <OpenLink view={view} code={code} />,
    },
  );
}

/** `POST …/sign-in`: redeems the mailed link. */
export async function enterByLink(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const form = readPortalForm(gateway, request);
  const visitor = await findVisitorOf(gateway, request, form);
  const body = { code: form.get('code') ?? '' };
  try {
    const entry = await runForVisitor<Entry>(gateway, request, openLink, slugCaller(visitor), body);
    return enter(gateway, reply, visitor, { environment: visitor.environment, ...entry });
  } catch (error) {
    if (!(error instanceof ActionError) || error.status !== 400) throw error;
    const complaint: Complaint = ({ words }) => words.linkDead;
    return showSignIn(gateway, reply, visitor, { status: 400, complaint });
  }
}

/** `POST …/leave`. */
export async function leave(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  readPortalForm(gateway, request);
  const { store, environment, secret } = await findVisitor(gateway, request);
  if (secret) await deletePortalSession(gateway.database, sessionHash(secret));
  const { publicUrl } = gateway.ports;
  const path = `${portalPath(publicUrl, store.slug)}?environment=${environment}`;
  return seeOther(setPortalCookie(reply, publicUrl, store.slug, null), path);
}

/** `GET` of a form's path, such as a reloaded answer: leads back to the portal. */
export async function leadToPortal(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const { publicUrl } = gateway.ports;
  const { search } = new URL(request.url, publicUrl);
  return seeOther(reply, portalPath(publicUrl, request.params.slug) + search);
}

function enter(
  gateway: Gateway,
  reply: FastifyReply,
  { store }: Visitor,
  entry: Entry & Pick<Visitor, 'environment'>,
): FastifyReply {
  const { publicUrl } = gateway.ports;
  setPortalCookie(reply, publicUrl, store.slug, entry);
  // Tells `showPortal` that there must be a cookie.
  return seeOther(reply, `${portalPath(publicUrl, store.slug)}?entered=${entry.environment}`);
}

/** The visitor, not signed in, in the environment of the form. */
async function findVisitorOf(
  gateway: Gateway,
  request: PortalRequest,
  form: URLSearchParams,
): Promise<Visitor> {
  const visitor = await findVisitor(gateway, request);
  const environment = readEnvironment(form.get('environment')) ?? visitor.environment;
  const path = portalPath(gateway.ports.publicUrl, visitor.store.slug);
  return { ...visitor, buyer: null, environment, here: `${path}?environment=${environment}` };
}

function slugCaller({ store, environment }: Visitor): SlugCaller {
  return { kind: 'slug', storeId: store.id, environment };
}
