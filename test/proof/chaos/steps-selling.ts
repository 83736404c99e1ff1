import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../src/database/database.ts';
import { decodeId, encodeId, type Id } from '../../../src/kit/id.ts';
import { testCards } from '../../../src/providers/sandbox/test-cards.ts';
import {
  type Actor,
  act,
  asBuyer,
  asVisitorOf,
  dataIn,
  newKey,
  type Product,
  type Shop,
  type Stand,
} from './actor.ts';
import { exchange } from './sending.ts';
import { aShop, type Step } from './steps-shop.ts';

/** Maximum attempts of one buyer to pay one session. */
const MAX_CLICKS = 12;
const CLICK_PAUSE_MS = 700;
const APPROVED_CARD = '4242424242424242';
/** Approves the first charge and declines every later one. */
const FADING_CARD = '4000000000000341';
const BILLING = { country: 'DE', isBusiness: false };
/** Fraction of subscriptions whose card fails after the first charge. */
const FADING = 0.2;

/**
 * A buyer pays a session on the hosted page: several concurrent clicks, repeated while the outcome
 * is unknown.
 */
export const buyOnPage: Step = async (stand, actor) => {
  const shop = aShop(actor);
  const product = aProduct(actor, shop, 'onetime');
  if (!shop || !product) return;
  const sessionId = await openSession(stand, actor, shop, product);
  const paymentToken = await tokenize(stand, actor);
  if (!sessionId || !paymentToken) return;
  const buyer = `buyer-${stand.next()}`;
  const call = {
    name: 'checkout page',
    target: `/store/${shop.slug}/checkout/${sessionId}/pay`,
    body: payment(sessionId, paymentToken),
    credential: actor.random.chance(0.5) ? asBuyer(stand, actor, shop.id, buyer) : () => ({}),
  };
  for (let clicks = 0; clicks < MAX_CLICKS; clicks += 1) {
    const copies = clicks === 0 ? 1 + actor.random.below(5) : 1;
    const replies = await Promise.all(Array.from({ length: copies }, () => exchange(stand, call)));
    if (copies > 1) stand.journal.count('parallel clicks');
    const paid = replies.find((reply) => reply?.status === 200);
    if (paid) return void shop.sales.push({ orderId: paid.body.data.orderId, buyer });
    if (replies.some((reply) => reply?.status === 400)) return;
    await pause(CLICK_PAUSE_MS);
  }
};

/** A buyer pays with a token and a key, as a shop's own page does. */
export const buyWithToken: Step = (stand, actor) =>
  order(stand, actor, 'onetime', (shop) => shop.sales);

export const subscribe: Step = (stand, actor) =>
  subscribeWith(stand, actor, actor.random.chance(FADING) ? FADING_CARD : undefined);

/** A subscription whose charges are answered immediately, so nothing stays open behind the clock. */
export const subscribeSurely: Step = (stand, actor) =>
  subscribeWith(stand, actor, actor.random.chance(FADING) ? FADING_CARD : APPROVED_CARD);

const subscribeWith = (stand: Stand, actor: Actor, card: string | undefined) =>
  order(stand, actor, 'subscription', (shop) => shop.subscriptions, card);

async function order(
  stand: Stand,
  actor: Actor,
  kind: Product['kind'],
  listOf: (shop: Shop) => { orderId: string; buyer: string }[],
  card?: string,
): Promise<void> {
  const shop = aShop(actor);
  const product = aProduct(actor, shop, kind);
  if (!shop || !product) return;
  const sessionId = await openSession(stand, actor, shop, product);
  const token = await tokenize(stand, actor, card);
  if (!sessionId || !token) return;
  const buyer = `buyer-${stand.next()}`;
  const made = await act(stand, actor, `${kind}-order/create-order`, payment(sessionId, token), {
    credential: asBuyer(stand, actor, shop.id, buyer),
  });
  const data = dataIn(made);
  if (data) listOf(shop).push({ orderId: data.orderId, buyer });
}

function payment(checkoutSessionId: string, paymentToken: string) {
  return {
    ...{ checkoutSessionId, paymentToken, paymentMethod: 'card' },
    ...{ buyerEmail: 'buyer@example.com', billingDetail: BILLING },
  };
}

/** Returns `cs_xxx`, or null. Visitors also send a price, which they aren't allowed to set. */
async function openSession(
  stand: Stand,
  actor: Actor,
  shop: Shop,
  product: Product,
): Promise<string | null> {
  const key = newKey(stand);
  const isVisitor = actor.random.chance(0.3);
  const body = { productId: product.id, currency: 'USD', metadata: { chaosKey: key } };
  const priceSnapshot = { amount: '0.01', taxCategory: 'saas' };
  const made = isVisitor
    ? await act(
        stand,
        actor,
        'checkout/create-session',
        { ...body, priceSnapshot },
        {
          ...{ kind: 'other', key, credential: asVisitorOf(shop) },
        },
      )
    : await act(stand, actor, 'checkout/create-session', body, { kind: 'session', key });
  return dataIn(made)?.sessionId ?? null;
}

/**
 * A payment token for one of the sandbox's cards, mostly good ones; null if there was no answer.
 */
export async function tokenize(
  stand: Stand,
  { random }: Actor,
  number = random.chance(0.55) ? APPROVED_CARD : random.pick(testCards).number,
): Promise<string | null> {
  const target = '/sandbox/tokens';
  const body = { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 3, cvc: '123' };
  const call = { name: 'sandbox/tokens', target, body, credential: () => ({}) };
  const reply = await exchange(stand, call);
  return reply?.status === 200 ? reply.body.data.token : null;
}

/**
 * Partial refunds, more of them concurrently than the charge allows
 * (docs/contract/invariants.md#23).
 */
export const refund: Step = async (stand, actor) => {
  const shop = aShop(actor);
  const sale = shop && [...shop.sales, ...shop.subscriptions].at(-1 - actor.random.below(5));
  if (!shop || !sale) return;
  const [found] = await stand.database.query<{ id: Id<'PAY'>; minor: number }>(sql`
    select id, amount_minor::int as minor from payment
    where store_id = ${decodeId('STO', shop.id)} and order_id = ${decodeId('ORD', sale.orderId)}
      and status = 'succeeded'
    order by paid_at desc limit 1`);
  if (!found) return;
  const paymentId = encodeId('PAY', found.id);
  const amount = (Math.ceil(found.minor / 3) / 100).toFixed(2);
  const isBuyer = actor.random.chance(0.3);
  const tickets = await Promise.all(
    Array.from({ length: 1 + actor.random.below(4) }, () => {
      const key = newKey(stand);
      const requestedAmount = { amount, currency: 'USD' };
      const body = { paymentId, reason: 'Chaos', requestedAmount, metadata: { chaosKey: key } };
      const credential = isBuyer ? asBuyer(stand, actor, shop.id, sale.buyer) : undefined;
      const options = { kind: 'ticket' as const, key, ...(credential ? { credential } : {}) };
      return act(stand, actor, 'refund-ticket/create-ticket', body, options);
    }),
  );
  if (!isBuyer) return;
  for (const made of tickets) {
    const ticketId = dataIn(made)?.ticket.id;
    const decision = actor.random.pick(['approve', 'approve', 'reject']);
    if (ticketId) await act(stand, actor, 'refund-ticket/review-ticket', { ticketId, decision });
  }
};

export function aProduct(
  { random }: Actor,
  shop: Shop | undefined,
  kind: Product['kind'],
): Product | undefined {
  const products = shop?.products.filter((product) => product.kind === kind) ?? [];
  return products.length > 0 ? random.pick(products) : undefined;
}
