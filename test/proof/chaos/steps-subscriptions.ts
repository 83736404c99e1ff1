import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../../../src/kit/period.ts';
import { type Actor, act, asBuyer, dataIn, newKey, type Shop, type Subscription } from './actor.ts';
import { exchange } from './sending.ts';
import { aProduct, tokenize } from './steps-selling.ts';
import { aShop, type Step } from './steps-shop.ts';

/** Days by which a test clock is moved: a day, a month, and far enough to skip periods. */
const JUMPS_DAYS = [1, 1, 8, 31, 31, 93];
const MAX_TRIES = 10;
const TRY_PAUSE_MS = 700;

/** Cancels or reactivates, as the buyer or the merchant. */
export const cancelOrKeep: Step = async (stand, actor) => {
  const { shop, subscription } = aSubscription(actor);
  if (!shop || !subscription) return;
  const { orderId, buyer } = subscription;
  const credential = asBuyer(stand, actor, shop.id, buyer);
  for (const verb of actor.random.pick(VERBS)) {
    await act(stand, actor, `subscription-order/${verb}-order`, { orderId }, { credential });
  }
};

const VERBS = [['cancel'], ['reactivate'], ['cancel', 'reactivate'], ['cancel', 'reactivate']];

/** Changes the plan, immediately or for the next period; with several concurrent confirmations. */
export const changePlan: Step = async (stand, actor) => {
  const { shop, subscription } = aSubscription(actor);
  const product = aProduct(actor, shop, 'subscription');
  if (!shop || !subscription || !product) return;
  const changeTiming = actor.random.pick(['immediate', 'next_period']);
  const originOrderId = subscription.orderId;
  const key = newKey(stand);
  const own = { metadata: { chaosKey: key } };
  const body = { productId: product.id, originOrderId, currency: 'USD', changeTiming, ...own };
  const options = { kind: 'session', key } as const;
  const made = dataIn(await act(stand, actor, 'checkout/create-session', body, options));
  if (!made) return;
  const paymentToken = actor.random.chance(0.4) ? await tokenize(stand, actor) : null;
  const call = {
    name: 'change page',
    target: `/store/${shop.slug}/change/${made.sessionId}/confirm`,
    body: paymentToken ? { paymentMethod: 'card', paymentToken } : {},
    credential: () => ({}),
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const replies = await Promise.all(
      [1, 2].slice(tries === 0 ? 0 : 1).map(() => exchange(stand, call)),
    );
    const confirmed = replies.find((reply) => reply?.status === 200);
    const { buyer } = subscription;
    if (confirmed) {
      return void shop.subscriptions.push({ orderId: confirmed.body.data.orderId, buyer });
    }
    if (replies.some((reply) => reply?.status === 400)) return;
    await pause(TRY_PAUSE_MS);
  }
};

/** Moves the shop's test clock, so that everything due in between happens. */
export const advanceClock: Step = async (stand, actor) => {
  const shop = aShop(actor);
  if (!shop || shop.subscriptions.length === 0) return;
  const days = actor.random.pick(JUMPS_DAYS);
  const to = new Date(Math.max(shop.clockAt, Date.now()) + days * DAY_MS);
  const body = { storeId: shop.id, to: to.toISOString() };
  const data = dataIn(await act(stand, actor, 'test-clock/advance-clock', body));
  if (!data) return;
  shop.clockAt = new Date(data.clock.now).getTime();
  stand.journal.count(`test clock moved by ${days} days`);
};

function aSubscription(actor: Actor): {
  readonly shop?: Shop | undefined;
  readonly subscription?: Subscription | undefined;
} {
  const shop = aShop(actor);
  if (!shop || shop.subscriptions.length === 0) return { shop };
  return { shop, subscription: actor.random.pick(shop.subscriptions) };
}
