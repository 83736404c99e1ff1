import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toExpected } from '../../gateway/failure.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { at } from '../../gateway/route-list.ts';
import { decodeId } from '../../kit/id.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import { portalTextsFor, type Texts } from '../../texts/texts.ts';
import { serveAssets } from '../shared/serve-assets.ts';
import { answerErrorPage } from '../shared/show-page.ts';
import { billingStep } from './billing-step.tsx';
import { keepPlanStep } from './keep-plan-step.tsx';
import { type StepContext, toOrder } from './order-step.tsx';
import { planStep } from './plan-step.tsx';
import { findOrderOfPayment } from './portal-order.queries.ts';
import { allowsStep } from './portal-order.ts';
import {
  findVisitor,
  keepPortalLanguage,
  type PortalRequest,
  portalErrors,
  portalLanguage,
} from './portal-visit.ts';
import { refundStep } from './refund-step.tsx';
import { portalAssets } from './render-portal.tsx';
import {
  findOrderById,
  findOwnOrder,
  isSignedIn,
  showOrder,
  showPortal,
  showUnknown,
  toDoor,
} from './show-orders.tsx';
import { sendReceiptPdf, showReceipt } from './show-receipt.tsx';
import { enterByLink, enterByToken, leadToPortal, leave, sendLink, showLink } from './sign-in.tsx';
import { subscriptionSteps } from './subscription-steps.tsx';

const PORTAL = '/store/:slug/portal';
const COOKIE = 'the portal’s cookie';
const LINK = 'the link’s code';

type Handler = (
  gateway: Gateway,
  request: PortalRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Steps by path; the credential is the portal's cookie unless another is given. */
type Handlers = Readonly<
  Record<string, readonly [file: string, handle: Handler, credential?: string]>
>;

const pages: Handlers = {
  '': ['show-orders.tsx', showPortal],
  '/sign-in': ['sign-in.tsx', showLink, LINK],
  '/orders/:orderId': ['show-orders.tsx', showOrder],
  '/receipts/:receiptId': ['show-receipt.tsx', showReceipt],
  // A browser that reloads the answer to a form may have forgotten what was sent.
  '/enter': ['sign-in.tsx', leadToPortal, 'none'],
  '/link': ['sign-in.tsx', leadToPortal, 'none'],
  '/leave': ['sign-in.tsx', leadToPortal, 'none'],
};

const forms: Handlers = {
  '/enter': ['sign-in.tsx', enterByToken, 'session token'],
  '/link': ['sign-in.tsx', sendLink, 'none'],
  '/sign-in': ['sign-in.tsx', enterByLink, LINK],
  '/leave': ['sign-in.tsx', leave],
};

/**
 * Steps with an order: a page that explains what will happen, and a form that does it. The third
 * value is the step that the order's state must allow before its page is shown.
 */
const steps = {
  '/orders/:orderId/cancel': ['subscription-steps.tsx', subscriptionSteps.cancel, 'cancel'],
  '/orders/:orderId/reactivate': [
    'subscription-steps.tsx',
    subscriptionSteps.reactivate,
    'reactivate',
  ],
  '/orders/:orderId/card': ['subscription-steps.tsx', subscriptionSteps.card, 'card'],
  '/orders/:orderId/billing': ['billing-step.tsx', billingStep, 'billing'],
  '/orders/:orderId/plan': ['plan-step.tsx', planStep, 'plan'],
  '/orders/:orderId/keep-plan': ['keep-plan-step.tsx', keepPlanStep, 'keep-plan'],
  '/payments/:paymentId/refund': ['refund-step.tsx', refundStep, null],
} as const;

/** Every store's buyer portal: sign-in, orders, receipts and the steps for subscriptions. */
export function servePortalPages(
  http: FastifyInstance,
  gateway: Gateway,
  printer: PdfPrinter,
): void {
  const asPage = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const visit = request as PortalRequest;
    if (toExpected(error)?.status === 404) {
      const visitor = await findVisitor(gateway, visit).catch(() => null);
      if (visitor) return showUnknown(gateway, reply, visitor);
    }
    return answerErrorPage(gateway, error, visit, reply, unknownPage, portalLanguage(visit));
  };
  const options = (file: string, credential = COOKIE) => ({
    ...at(`pages/portal/${file}`, credential),
    errorHandler: asPage,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
      keepPortalLanguage(request as PortalRequest, reply, gateway.ports.publicUrl),
  });
  for (const [path, [file, handle, credential]] of Object.entries(pages)) {
    http.get(PORTAL + path, options(file, credential), (request: PortalRequest, reply) =>
      handle(gateway, request, reply),
    );
  }
  for (const [path, [file, handle, credential]] of Object.entries(forms)) {
    http.post(PORTAL + path, options(file, credential), (request: PortalRequest, reply) =>
      handle(gateway, request, reply),
    );
  }
  for (const [path, [file, { show, take }, step]] of Object.entries(steps)) {
    http.get(PORTAL + path, options(file), async (request: PortalRequest, reply) => {
      const context = await findStep(gateway, request, reply);
      if (!context) return reply;
      return step && !allowsStep(context.order, step) ? toOrder(context) : show(context);
    });
    http.post(PORTAL + path, options(file), async (request: PortalRequest, reply) => {
      const context = await findStep(gateway, request, reply);
      return context ? take(context) : reply;
    });
  }
  http.get(
    `${PORTAL}/receipts/:receiptId/pdf`,
    options('show-receipt.tsx'),
    (request: PortalRequest, reply) => sendReceiptPdf(gateway, printer, request, reply),
  );
  serveAssets(http, portalAssets);
}

function unknownPage({ locale }: Texts) {
  const { unknownTitle: title, unknownText: text } = portalTextsFor(locale);
  return { title, text };
}

/** The order a step applies to; null if the visitor was redirected to sign in. Throws 404. */
async function findStep(
  gateway: Gateway,
  request: PortalRequest,
  reply: FastifyReply,
): Promise<StepContext | null> {
  const visitor = await findVisitor(gateway, request);
  if (!isSignedIn(visitor)) {
    toDoor(gateway, reply, visitor);
    return null;
  }
  const { paymentId } = request.params;
  if (paymentId === undefined) {
    const order = await findOwnOrder(gateway, request, visitor);
    const isForAll = request.routeOptions.url?.endsWith('/billing');
    if (order.kind !== 'subscription' && !isForAll) throw portalErrors.notFound();
    return { gateway, request, reply, visitor, order };
  }
  const id = decodeId('PAY', paymentId);
  const [found] = id ? await findOrderOfPayment(gateway.database, visitor.buyer, id) : [];
  const order = await findOrderById(gateway, visitor.buyer, found?.id ?? null);
  return { gateway, request, reply, visitor, order };
}
