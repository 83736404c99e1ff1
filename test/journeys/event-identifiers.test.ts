import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APPROVED_CARD, DECLINED_CARD, type Shop } from '../support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  makeClub,
  replaceCard,
  stateOf,
  subscribe,
} from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const RUNS = Number(process.env.LIFE_RUNS ?? 15);

/** An event as received, with the header `webhook-id`. */
interface Told {
  readonly webhookId: string;
  readonly id: string;
  readonly eventType: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One step in the life of a subscription; a refused step changes nothing. */
type Step = (club: Shop, orderId: string) => Promise<unknown>;
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(
    (days): Step =>
      (club) =>
        advanceDays(club, days),
  ),
  fc.constant<Step>((club, orderId) => callOnOrder(club, 'cancel-order', orderId)),
  fc.constant<Step>((club, orderId) => callOnOrder(club, 'reactivate-order', orderId)),
  fc.constantFrom(APPROVED_CARD, DECLINED_CARD).map(
    (card): Step =>
      (club, orderId) =>
        replaceCard(club, orderId, card),
  ),
);

it('no two occurrences share an id, and a receiver that drops duplicates misses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (life) => {
      const club = await makeClub(test);
      const orderId = await subscribe(club);
      for (const step of life) await step(club, orderId);
      const told = await eventsTold(club);
      expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
      expect(new Set(told.map(({ webhookId }) => webhookId)).size).toBe(told.length);
      const whole = stateAfter(told);
      const twice = told.flatMap((event) => [event, event]);
      expect(stateAfter(firstOf(twice, ({ id }) => id))).toEqual(whole);
      expect(stateAfter(firstOf(twice, ({ webhookId }) => webhookId))).toEqual(whole);
      // By type and entity, as receivers distinguish payments.
      const paying = firstOf(twice, ({ eventType, eventId }) => `${eventType} ${eventId}`);
      expect(stateAfter(paying)).toMatchObject({ paid: whole.paid, renewed: whole.renewed });
      const { charged } = await stateOf(club, orderId);
      expect(whole.paid).toHaveLength(charged.length - 1);
      expect(whole.renewed).toEqual(whole.paid);
    }),
    { numRuns: RUNS },
  );
}, 300_000);

function firstOf(events: readonly Told[], key: (event: Told) => string): Told[] {
  const seen = new Set<string>();
  return events.filter((event) => {
    const isNew = !seen.has(key(event));
    seen.add(key(event));
    return isNew;
  });
}

/** The receiver's state: the order's latest status, and the payments of its renewals. */
function stateAfter(events: readonly Told[]) {
  const paymentsOf = (type: string) =>
    events.filter(({ eventType }) => eventType === type).map(({ data }) => data.paymentId);
  return {
    status: events.at(-1)?.data.orderStatus,
    paid: paymentsOf('subscription.payment_succeeded'),
    renewed: paymentsOf('subscription.renewed'),
  };
}

/** All events of the store, oldest first. */
async function eventsTold({ merchant, store }: Shop): Promise<Told[]> {
  const reply = await merchant.call('event/list-events', { storeId: store.id, limit: 100 });
  expect(reply.body.data.nextCursor).toBeNull();
  const events: { id: string; payload: Omit<Told, 'webhookId'> }[] = reply.body.data.events;
  return events.map(({ id, payload }) => ({ ...payload, webhookId: id })).reverse();
}
