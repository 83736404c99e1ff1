import { DAY_MS } from '../../../src/kit/period.ts';
import { act, asBuyer, dataIn, newKey, type Shop } from '../chaos/actor.ts';
import { subscribe } from '../chaos/steps-selling.ts';
import { makeProduct, type Step } from '../chaos/steps-shop.ts';

const CLUB = new WeakMap<object, Shop>();

/**
 * A subscription from its first charge through a renewal to its end, in a separate shop with a test
 * clock: it leaves no work behind, so that the load doesn't grow over time.
 */
export const liveThrough: Step = async (stand, actor) => {
  const club = CLUB.get(actor) ?? (await openClub(stand, actor));
  if (!club) return;
  const alone = { ...actor, shops: [club] };
  const before = club.subscriptions.length;
  await subscribe(stand, alone);
  const made = club.subscriptions.at(-1);
  if (!made || club.subscriptions.length === before) return;
  await advance(stand, actor, club);
  const credential = asBuyer(stand, actor, club.id, made.buyer);
  await act(
    stand,
    actor,
    'subscription-order/cancel-order',
    { orderId: made.orderId },
    { credential },
  );
  await advance(stand, actor, club);
};

const openClub = async (...[stand, actor]: Parameters<Step>): Promise<Shop | null> => {
  const key = newKey(stand);
  const made = await act(stand, actor, 'store/create-store', { name: key }, { kind: 'store', key });
  const store = dataIn(made)?.store;
  if (!store) return null;
  const club: Shop = {
    ...{ id: store.id, slug: store.slug, names: new Set([key]), logos: new Set([store.logo]) },
    ...{ products: [], subscriptions: [], sales: [], clockAt: 0 },
  };
  await makeProduct(stand, actor, club, 'subscription');
  CLUB.set(actor, club);
  return club;
};

async function advance(...[stand, actor, club]: [...Parameters<Step>, Shop]): Promise<void> {
  const to = new Date(Math.max(club.clockAt, Date.now()) + 31 * DAY_MS);
  const body = { storeId: club.id, to: to.toISOString() };
  const data = dataIn(await act(stand, actor, 'test-clock/advance-clock', body));
  if (data) club.clockAt = new Date(data.clock.now).getTime();
}
