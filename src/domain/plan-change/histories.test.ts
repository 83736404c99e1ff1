import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { addPriced, confirm, linksOf, tryChange } from '../../../test/support/changing.ts';
import {
  APPROVED_CARD,
  DECLINED_CARD,
  dataOf,
  eventsOf,
  type Shop,
} from '../../../test/support/selling.ts';
import {
  advanceTo,
  callOnOrder,
  DAY_MS,
  makeClub,
  replaceCard,
  storeTime,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';

/** More for a long run: `MODEL_RUNS=500`. */
const RUNS = Number(process.env.MODEL_RUNS ?? 8);
const HOUR_MS = DAY_MS / 24;

const test = useTestApp();
// The stores' clocks are ahead, and an immediate change is priced by the second.
beforeAll(() => test.clock.stop());

type Step =
  | { readonly kind: 'change'; readonly plan: number; readonly timing: string }
  | { readonly kind: 'cancel-order' | 'reactivate-order' }
  | { readonly kind: 'card'; readonly number: string }
  | { readonly kind: 'wait'; readonly hours: number; readonly stops: readonly number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.integer({ min: 1, max: 24 * 40 }),
      stops: fc.array(fc.nat(24 * 40), { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      plan: fc.nat(3),
      timing: fc.constantFrom('immediate', 'next_period'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('card' as const),
      number: fc.constantFrom(APPROVED_CARD, DECLINED_CARD),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel-order', 'reactivate-order') }),
  },
);

/** The last day of a month, so that periods end on different days. */
function startOfHistory(): Date {
  return new Date(Date.UTC(test.clock.now().getUTCFullYear() + 1, 0, 31, 8, 30));
}

/** Lives through the steps in a new store, whose clock stops on the way only with `isSplit`. */
async function live(steps: readonly Step[], isSplit: boolean): Promise<Shop> {
  const club = await makeClub(test);
  const others = ['monthly', 'weekly', 'quarterly'].map((billingPeriod, index) =>
    addPriced(club, ['19.80', '3.10', '25.00'][index] as string, { billingPeriod }),
  );
  const plans = [club.productId, ...(await Promise.all(others))];
  await advanceTo(club, startOfHistory());
  let orderId = await subscribe(club);
  for (const one of steps) {
    if (one.kind === 'wait') await wait(club, one, isSplit);
    else if (one.kind === 'card') await replaceCard(club, orderId, one.number);
    else if (one.kind !== 'change') await callOnOrder(club, one.kind, orderId);
    else await change(club, orderId, plans[one.plan] as string, one.timing);
    orderId = await latest(club, orderId);
  }
  return club;
}

async function wait(
  club: Shop,
  { hours, stops }: Extract<Step, { readonly kind: 'wait' }>,
  isSplit: boolean,
): Promise<void> {
  const from = await storeTime(club);
  const before = isSplit ? stops.filter((stop) => stop < hours).sort((a, b) => a - b) : [];
  for (const stop of [...before, hours]) await advanceTo(club, addMs(from, stop * HOUR_MS));
}

/** A change that isn't possible is refused. */
async function change(club: Shop, orderId: string, pro: string, changeTiming: string) {
  const reply = await tryChange({ club, pro, orderId }, { changeTiming });
  if (reply.status === 200) await confirm(club, dataOf(reply).sessionId);
}

/** The order that has replaced it, if one has. */
async function latest(club: Shop, orderId: string): Promise<string> {
  const { successor } = await linksOf(club, orderId);
  return successor === null ? orderId : latest(club, successor);
}

/** What happened in the store and when, with orders numbered by their first event. */
async function storyOf(club: Shop) {
  const events = await eventsOf(club);
  const orders: string[] = [...new Set(events.map(({ data }) => data.orderId))];
  const lines = events.map(({ timestamp, eventType, data }) =>
    [
      ...[timestamp, eventType, orders.indexOf(data.orderId), data.orderStatus, data.amount],
      ...[data.periodNumber, data.currentPeriodStart, data.currentPeriodEnd, data.effectiveAt],
    ].join(' '),
  );
  const mails = await test.database.query<{ type: string }>(sql`
    select event_type || ' ' || recipient_type as type from email_delivery
    where store_id = ${uuidOf('STO', club.store.id)}`);
  return { events: lines.sort(), mails: mails.map(({ type }) => type).sort() };
}

/** Each period begins where the one before it ended, or earlier, at the moment of a change. */
async function expectNoGaps(club: Shop): Promise<void> {
  const events = await eventsOf(club);
  const starts = events.filter(({ eventType }) => /activated|renewed|plan_changed/.test(eventType));
  let end = '';
  for (const { eventType, timestamp, data } of starts) {
    const start = eventType.endsWith('renewed') ? end : timestamp.slice(0, 'YYYY-MM-DD'.length);
    expect(data.currentPeriodStart).toBe(start);
    if (end !== '') expect(start <= end).toBe(true);
    end = data.currentPeriodEnd;
  }
  const paid = events.filter(({ eventType }) => eventType.endsWith('payment_succeeded'));
  const periods = paid.map(({ data }) => `${data.orderId} ${data.periodNumber}`);
  expect(new Set(periods).size).toBe(periods.length);
}

it(`a history is the same in large and in small steps, without gaps: ${RUNS} runs`, async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 10 }),
    async (steps) => {
      const [large, small] = await Promise.all([live(steps, false), live(steps, true)]);
      expect(await storyOf(small)).toEqual(await storyOf(large));
      await expectNoGaps(large);
    },
  );
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
}, 300_000);
