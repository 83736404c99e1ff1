import { expect, it } from 'vitest';
import type { RecordedDispute } from '../../src/contract/dispute.ts';
import { sql } from '../../src/database/database.ts';
import { recordDispute } from '../../src/domain/dispute/record-dispute.ts';
import { decodeId, type Id } from '../../src/kit/id.ts';
import { addPriced, changePlan, makeMember } from '../support/changing.ts';
import { dataOf, makeBuyerToken, type Shop } from '../support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  FADING_CARD,
  makeClub,
  stateOf,
  subscribe,
} from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsBuyer, askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();
const DISPUTES = 'disputes { status reason amount currency }';
const OPEN = { status: 'open', reason: 'fraudulent', amount: '9.90', currency: 'USD' };

async function read({ merchant }: Shop, orderId: string, fields: string) {
  const query = `{ subscriptionOrder(id: "${orderId}") { ${fields} } }`;
  return (await dataFrom(askAsMerchant(test, merchant)(query))).subscriptionOrder;
}

/** What the provider says about the dispute of the order's first payment. */
async function dispute(orderId: string, status: RecordedDispute['status'] = 'open') {
  const [payment] = (await test.database.query(sql`
    select id, store_id as "storeId" from payment
    where order_id = ${decodeId('ORD', orderId)} and period_number = 1`)) as [
    { id: Id<'PAY'>; storeId: Id<'STO'> },
  ];
  const facts = { reference: 'dp_1', reason: 'fraudulent', respondBy: null, status };
  const amount = { amountMinor: 990n, currency: 'USD' };
  const now = test.clock.now();
  await test.database.transaction((tx) => recordDispute(tx, payment, { ...facts, amount }, now));
}

it('shows the order that replaces a subscription when its period ends, until it is canceled', async () => {
  const member = await makeMember(test);
  const { club, orderId } = member;
  const basic = await addPriced(club, '2.00', { name: 'Basic' });
  const next = await changePlan({ ...member, pro: basic });
  const fields = 'scheduledChange { id status subscriptionProduct { name } }';
  const scheduledChange = { id: next, status: 'pending', subscriptionProduct: { name: 'Basic' } };
  expect(await read(club, orderId, fields)).toEqual({ scheduledChange });
  const asBuyer = askAsBuyer(test, await makeBuyerToken(club));
  const query = `{ subscriptionOrder(id: "${orderId}") { ${fields} } }`;
  expect(await dataFrom(asBuyer(query))).toEqual({ subscriptionOrder: { scheduledChange } });
  dataOf(await callOnOrder(club, 'cancel-order', next));
  expect(await read(club, orderId, fields)).toEqual({ scheduledChange: null });
});

it('shows the open disputes that keep a subscription from renewing, after a plan change too', async () => {
  const member = await makeMember(test);
  const { club, orderId } = member;
  await dispute(orderId);
  expect(await read(club, orderId, DISPUTES)).toEqual({ disputes: [OPEN] });
  const changed = await changePlan(member);
  expect(await read(club, orderId, DISPUTES)).toEqual({ disputes: [] });
  expect(await read(club, changed, DISPUTES)).toEqual({ disputes: [OPEN] });
  await dispute(orderId, 'won');
  expect(await read(club, changed, DISPUTES)).toEqual({ disputes: [] });
});

it('shows no disputes to buyers', async () => {
  const club = await makeClub(test);
  const orderId = await subscribe(club);
  const asBuyer = askAsBuyer(test, await makeBuyerToken(club));
  const reply = await asBuyer(`{ subscriptionOrder(id: "${orderId}") { ${DISPUTES} } }`);
  expect(reply.status).toBe(403);
});

it('says when the next step is due: the retry of a failed charge, none while it is disputed', async () => {
  const club = await makeClub(test);
  const [failing, disputed, canceling, ended] = [
    await subscribe(club, { card: FADING_CARD }),
    await subscribe(club),
    await subscribe(club),
    await subscribe(club),
  ];
  await dispute(disputed);
  await dispute(canceling);
  await advanceDays(club, 20);
  dataOf(await callOnOrder(club, 'cancel-order', canceling));
  dataOf(await club.merchant.call('subscription-order/end-order', { orderId: ended }));
  const { periodEnd } = await stateOf(club, canceling);
  const nextOf = async (orderId: string) => (await read(club, orderId, 'nextStepAt')).nextStepAt;
  expect(await nextOf(failing)).toBe((await stateOf(club, failing)).periodEnd?.toISOString());
  expect(await nextOf(disputed)).toBeNull();
  expect(await nextOf(canceling)).toBe(periodEnd?.toISOString());
  expect(await nextOf(ended)).toBeNull();
  await advanceDays(club, 12);
  const { status, dueAt } = await stateOf(club, failing);
  expect(status).toBe('past_due');
  expect(await nextOf(failing)).toBe(dueAt?.toISOString());
});

it('sorts subscriptions by their next step, those without one last', async () => {
  const club = await makeClub(test);
  const disputed = await subscribe(club);
  await dispute(disputed);
  await advanceDays(club, 10);
  const first = await subscribe(club);
  await advanceDays(club, 10);
  const second = await subscribe(club);
  const ask = askAsMerchant(test, club.merchant);
  const list = async (by: string, after = '') => {
    const query = `{ subscriptionOrders(orderBy: NEXT_STEP_AT_${by}, limit: 2 ${after}) { id } }`;
    return (await dataFrom(ask(query))).subscriptionOrders.map(({ id }: { id: string }) => id);
  };
  expect(await list('ASC')).toEqual([first, second]);
  expect(await list('ASC', `after: "${second}"`)).toEqual([disputed]);
  expect(await list('DESC')).toEqual([disputed, second]);
});
