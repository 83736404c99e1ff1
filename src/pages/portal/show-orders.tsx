import type { FastifyReply } from 'fastify';
import type { Environment, TokenCaller } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { decodeId, type Id } from '../../kit/id.ts';
import { seeOther } from '../shared/forms.ts';
import {
  findPortalOrder,
  listPortalOrders,
  listPortalPayments,
  listPortalPlans,
} from './portal-order.queries.ts';
import type { PortalOrder } from './portal-order.ts';
import type { PortalView } from './portal-view.ts';
import {
  findVisitor,
  type PortalRequest,
  portalErrors,
  portalPath,
  queryText,
  readEnvironment,
  type Visitor,
} from './portal-visit.ts';
import { sendPortal } from './render-portal.tsx';
import { showSignIn } from './sign-in.tsx';
import { OrderList } from './view/order-list.tsx';
import { OrderPage } from './view/order-page.tsx';

/** Orders on a page. */
const PAGE = 10;

/** A signed-in visitor. */
export type SignedIn = Visitor & { readonly buyer: TokenCaller };

/** `GET /store/{slug}/portal`: the signed-in buyer's orders, otherwise the sign-in page. */
export async function showPortal(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const visitor = await findVisitor(gateway, request);
  const { buyer } = visitor;
  const entered = readEnvironment(queryText(request, 'entered'));
  if (!buyer) return showDoor(gateway, request, reply, visitor, entered);
  if (entered) return toDoor(gateway, reply, visitor);
  const before = decodeId('ORD', queryText(request, 'before') ?? '');
  const { database, clock } = gateway;
  const page = { before, limit: PAGE + 1 };
  const found = await listPortalOrders(database, buyer, page, clock.now());
  return sendPortal(gateway, reply, visitor, {
    state: 'orders',
    title: ({ words }) => words.portal,
    body: (view) => (
      <OrderList
        view={view}
        orders={found.slice(0, PAGE)}
        hasOlder={found.length > PAGE}
        isFirst={before === null}
      />
    ),
  });
}

/**
 * The sign-in page, with the reason why a visitor sees it who has `entered` just now or before. In a
 * browser that accepts no cookie, entering leads back here.
 */
function showDoor(
  gateway: Gateway,
  request: PortalRequest,
  reply: FastifyReply,
  visitor: Visitor,
  entered: Environment | null,
): FastifyReply {
  if (entered) {
    const complaint = ({ words }: PortalView) => words.noCookie;
    return showSignIn(gateway, reply, { ...visitor, environment: entered }, { complaint });
  }
  const ended = visitor.secret !== null && queryText(request, 'environment') === null;
  const complaint = ({ words }: PortalView) => words.sessionEnded;
  return showSignIn(gateway, reply, visitor, ended ? { complaint } : {});
}

/** Completed steps that an order page's URL can name. */
const DONE = ['cancel', 'keep-plan', 'reactivate', 'card', 'billing', 'refund'] as const;

/** `GET …/orders/{orderId}`. */
export async function showOrder(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const visitor = await findVisitor(gateway, request);
  if (!isSignedIn(visitor)) return toDoor(gateway, reply, visitor);
  const order = await findOwnOrder(gateway, request, visitor);
  const { database, clock } = gateway;
  const [payments, plans] = await Promise.all([
    listPortalPayments(database, visitor.buyer, order.id, clock.now()),
    listPortalPlans(database, visitor.buyer, order.id),
  ]);
  const done = DONE.find((one) => one === queryText(request, 'done')) ?? null;
  return sendPortal(gateway, reply, visitor, {
    state: 'order',
    title: () => order.productName,
    body: (view) => (
      <OrderPage
        view={view}
        order={order}
        payments={payments}
        hasPlans={plans.length > 0}
        done={done && doneText(done, view)}
      />
    ),
  });
}

/** The page for anything that doesn't exist or isn't the visitor's. */
export function showUnknown(gateway: Gateway, reply: FastifyReply, visitor: Visitor): FastifyReply {
  return sendPortal(gateway, reply, visitor, {
    status: 404,
    state: 'unknown',
    isNarrow: true,
    title: ({ words }) => words.unknownTitle,
    body: ({ words, path }) => (
      <section class="panel" aria-labelledby="title">
        <h2 id="title">{words.unknownTitle}</h2>
        <p>{words.unknownText}</p>
        <a class="back" href={path}>
          {words.back}
        </a>
      </section>
    ),
  });
}

function doneText(done: (typeof DONE)[number], { words, visitor }: PortalView): string {
  const texts = {
    cancel: words.cancelDone,
    'keep-plan': words.keepPlanDone,
    reactivate: words.reactivateDone,
    card: words.changeCardDone,
    billing: words.billingDone,
    refund: words.refundDone({ store: visitor.store.name }),
  };
  return texts[done];
}

/** The order named in the URL. Throws 404 if it isn't the buyer's. */
export async function findOwnOrder(
  gateway: Gateway,
  request: PortalRequest,
  { buyer }: SignedIn,
): Promise<PortalOrder> {
  const id = decodeId('ORD', request.params.orderId ?? '');
  return findOrderById(gateway, buyer, id);
}

/** Like `findOwnOrder`, with an ID that is already parsed. */
export async function findOrderById(
  gateway: Gateway,
  buyer: TokenCaller,
  id: Id<'ORD'> | null,
): Promise<PortalOrder> {
  const { database, clock } = gateway;
  const [order] = id ? await findPortalOrder(database, buyer, id, clock.now()) : [];
  if (!order) throw portalErrors.notFound();
  return order;
}

export function isSignedIn(visitor: Visitor): visitor is SignedIn {
  return visitor.buyer !== null;
}

/** Redirects to the portal's own page, which asks a visitor who isn't signed in to do so. */
export function toDoor(gateway: Gateway, reply: FastifyReply, visitor: Visitor): FastifyReply {
  return seeOther(reply, portalPath(gateway.ports.publicUrl, visitor.store.slug));
}
