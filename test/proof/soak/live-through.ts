import { DAY_MS } from '../../../src/kit/period.ts';
import { act, asBuyer, dataIn, newKey, type Shop } from '../chaos/actor.ts';
import { subscribeSurely } from '../chaos/steps-selling.ts';
import { makeProduct, type Step } from '../chaos/steps-shop.ts';

/** Before a clock is as far ahead as it can be, its shop is replaced. */
const MAX_AHEAD_MS = 20 * 365 * DAY_MS;

const CLUB = new WeakMap<object, Shop>();

/**
 * A subscription from its first charge through a renewal to its end, in a separate shop with a test
 * clock: it leaves no work behind, so that the load doesn't grow over time.
 */
export const liveThrough: Step = async (stand, actor) => {
  const club = await findClub(stand, actor);
  if (!club) return;
  const alone = { ...actor, shops: [club] };
  const before = club.subscriptions.length;
  await subscribeSurely(stand, alone);
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

const findClub = async (...[stand, actor]: Parameters<Step>): Promise<Shop | null> => {
  const club = CLUB.get(actor);
  if (club && club.clockAt < Date.now() + MAX_AHEAD_MS) return club;
  if (club) {
    for (const { id } of club.products) {
      await act(stand, actor, 'subscription-product/update-status', { id, status: 'inactive' });
    }
    await act(stand, actor, 'store/delete-store', { id: club.id });
  }
  return openClub(stand, actor);
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
