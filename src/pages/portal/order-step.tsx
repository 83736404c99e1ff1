import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { ActionError } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { encodeId, isUuid } from '../../kit/id.ts';
import { caseOf } from '../../texts/texts.ts';
import { seeOther } from '../shared/forms.ts';
import { pageErrors, problemOf, refusalTexts } from '../shared/page-errors.ts';
import type { PageProvider } from '../shared/payment-methods.ts';
import type { Problem } from '../shared/problem.ts';
import type { PortalOrder } from './portal-order.ts';
import type { PortalView } from './portal-view.ts';
import { type PortalRequest, portalPath, readPortalForm } from './portal-visit.ts';
import { sendPortal } from './render-portal.tsx';
import type { SignedIn } from './show-orders.tsx';
import { Confirm, type ConfirmProps } from './view/confirm.tsx';

/** The context of a buyer's step with an order. */
export interface StepContext {
  readonly gateway: Gateway;
  readonly request: PortalRequest;
  readonly reply: FastifyReply;
  readonly visitor: SignedIn;
  readonly order: PortalOrder;
}

/** The content of a step's page. */
export type StepContent = Pick<ConfirmProps, 'title' | 'text' | 'button'> &
  Partial<Pick<ConfirmProps, 'children' | 'isDangerous' | 'backLabel'>>;

/** What stopped the previous attempt, and the status to answer with. */
export interface StepState {
  readonly status?: number;
  readonly problem?: (view: PortalView) => Problem;
  /** The refusal of the previous attempt's action, if it was refused. */
  readonly refusal?: ActionError;
  /** Whose card form the page shows. */
  readonly provider?: PageProvider;
}

/** Shows a step's page: what will happen, and the button. */
export function showStep(
  { gateway, reply, visitor, order }: StepContext,
  contentOf: (view: PortalView) => StepContent,
  { status = 200, problem, provider = null }: StepState = {},
): FastifyReply {
  return sendPortal(gateway, reply, visitor, {
    status,
    state: 'step',
    isNarrow: true,
    provider,
    title: (view) => contentOf(view).title,
    body: (view) => (
      <Confirm
        view={view}
        {...contentOf(view)}
        back={`${view.path}/orders/${encodeId('ORD', order.id)}`}
        problem={problem?.(view) ?? null}
        idempotencyKey={randomUUID()}
      />
    ),
  });
}

/**
 * A step's form, with the idempotency key of its button. A browser that goes back shows the page
 * with its old key, so a form that was changed there has another key.
 */
export function readStep({ gateway, request }: Pick<StepContext, 'gateway' | 'request'>) {
  const form = readPortalForm(gateway, request);
  const pageKey = form.get('key') ?? '';
  if (!isUuid(pageKey)) throw pageErrors.invalidForm();
  // A keyed hash, because the fields can contain a card.
  const digest = gateway.ports.secrets.digest(form.toString(), 'portal-step');
  return { form, key: `${pageKey}-${digest.toString('base64url')}` };
}

/**
 * Runs the step, then redirects to where it leads, by default back to the order. Errors, and
 * anything the step still requires, are shown on its page.
 */
export async function takeStep<State extends StepState>(
  context: StepContext,
  done: string | null,
  work: () => Promise<string | State | null>,
  again: (state: State | StepState) => FastifyReply,
): Promise<FastifyReply> {
  const { request, reply } = context;
  try {
    const leadsTo = await work();
    if (typeof leadsTo === 'string') return seeOther(reply, leadsTo);
    if (leadsTo !== null) return again(leadsTo);
  } catch (error) {
    const known = error instanceof ActionError ? error : null;
    if (known === null) throw error;
    if (known.status >= 500) request.log.error({ err: error, requestId: request.id }, 'failed');
    const problem = (view: PortalView) => complaintOf(known, view);
    return again({ status: known.status, problem, refusal: known });
  }
  return toOrder(context, done === null ? '' : `?done=${done}`);
}

/** Redirects to the order's page, for example from a step that its state doesn't allow. */
export function toOrder({ gateway, reply, visitor, order }: StepContext, query = ''): FastifyReply {
  const path = portalPath(gateway.ports.publicUrl, visitor.store.slug);
  return seeOther(reply, `${path}/orders/${encodeId('ORD', order.id)}${query}`);
}

/** The page's text for a refusal, whose own message is always English. */
function complaintOf(error: ActionError, { texts, words }: PortalView): Problem {
  if (error.message.startsWith('Payment declined')) return problemOf(error, texts);
  const text = caseOf(refusalTexts(texts.locale), error.message) ?? words.refusedText;
  return { title: words.failed, text };
}
