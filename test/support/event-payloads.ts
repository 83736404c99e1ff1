import { EVENT_TYPES, type EventType } from '../../src/events/event-types.ts';
import { SAMPLE } from '../../src/reference/field-text.ts';
import { addPriced, changePlan, confirm, makeChange, makeMember, otherCard } from './changing.ts';
import { recordFraudWarningOf } from './fraud-warning.ts';
import { FAILING_REFUNDS_CARD, makeSale, makeTicket, review } from './refunding.ts';
import { APPROVED_CARD, DECLINED_CARD, eventsOf, makeShop } from './selling.ts';
import { advanceDays, callOnOrder, replaceCard } from './subscribing.ts';
import type { TestApp } from './test-app.ts';

export type Payload = Readonly<Record<string, unknown>>;

export type Payloads = Readonly<Partial<Record<EventType, Payload>>>;

/** Sells, renews, changes and refunds; returns the first payload of each event. */
export async function payloadsOfARun(test: TestApp): Promise<Payloads> {
  const events = [...(await sellBooks(test)), ...(await runClub(test))];
  const entries = EVENT_TYPES.flatMap((type) => {
    const found = events.find(({ eventType }) => eventType === type);
    return found ? [[type, found] as const] : [];
  });
  return withMadeUpIds(Object.fromEntries(entries));
}

/** Two sales with everything a session can carry, and their refunds. */
async function sellBooks(test: TestApp) {
  const product = {
    ...{ name: 'Field guide', description: 'All the birds of *Europe*.' },
    metadata: { edition: 'second' },
  };
  const shop = await makeShop(test, product);
  const session = { orderMerchantExternalId: 'order-1001', metadata: { cart: '42' } };
  for (const card of [APPROVED_CARD, FAILING_REFUNDS_CARD]) {
    const sale = await makeSale(test, { card, session }, shop);
    await recordFraudWarningOf(test, sale);
    await review(sale, (await makeTicket(sale)).id, 'approve');
    await test.app.worker.runOnce();
  }
  return eventsOf(shop);
}

/** A year in the life of a subscription. */
async function runClub(test: TestApp) {
  const member = await makeMember(test);
  const { club, orderId } = member;
  await advanceDays(club, 31);
  await callOnOrder(club, 'cancel-order', orderId);
  await callOnOrder(club, 'reactivate-order', orderId);
  await replaceCard(club, orderId, DECLINED_CARD);
  await advanceDays(club, 31);
  await replaceCard(club, orderId, APPROVED_CARD);
  await advanceDays(club, 7);
  const declined = await makeChange(member);
  await confirm(club, declined, await otherCard(test, DECLINED_CARD));
  const upgraded = { ...member, orderId: await changePlan(member) };
  const basic = await addPriced(club, '2.00', { name: 'Basic' });
  await changePlan({ ...upgraded, pro: basic });
  await callOnOrder(club, 'cancel-order', upgraded.orderId);
  await advanceDays(club, 62);
  return eventsOf(club);
}

const MADE_UP: Readonly<Record<string, readonly string[]>> = {
  STO: [SAMPLE.store],
  ORD: [SAMPLE.order, 'ORD_02DRjQ7wB3nV9kYf5ZcMsXe'],
  PAY: [SAMPLE.payment],
  REF: [SAMPLE.refund],
};
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Replaces the run's identifiers with the reference's; equal ones within a payload stay equal. */
function withMadeUpIds(payloads: Payloads): Payloads {
  const entries = Object.entries(payloads).map(([type, payload]) => {
    const seen: Record<string, string[]> = {};
    const text = JSON.stringify(payload)
      .replaceAll(/\b(STO|ORD|PAY|REF)_\w{22}\b/g, (id, prefix: string) => {
        seen[prefix] ??= [];
        const known = seen[prefix];
        if (!known.includes(id)) known.push(id);
        return MADE_UP[prefix]?.[known.indexOf(id)] ?? id;
      })
      .replaceAll(UUID, SAMPLE.uuid);
    return [type, JSON.parse(text)];
  });
  return Object.fromEntries(entries);
}

/** Every field of a value with its type: `data.amount string`. */
export function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === null ? 'null' : typeof value}`];
  const entries = Array.isArray(value)
    ? value.map((item) => shapeOf(item, `${path}[]`))
    : Object.entries(value).map(([name, item]) => shapeOf(item, path ? `${path}.${name}` : name));
  return [...new Set(entries.flat())].sort();
}
