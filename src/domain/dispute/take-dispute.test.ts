import { afterAll, describe, expect, it } from 'vitest';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { changePlan } from '../../../test/support/changing.ts';
import { addMember } from '../../../test/support/dashboard.ts';
import {
  DECIDED_MS,
  DISPUTED_MS,
  LOST,
  useCallbacks,
  WON,
} from '../../../test/support/disputing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { makeAccount } from '../../../test/support/merchant.ts';
import { useOutside } from '../../../test/support/outside.ts';
import { makeSale, makeTicket, refundsOf, review } from '../../../test/support/refunding.ts';
import { dataOf, type Shop } from '../../../test/support/selling.ts';
import {
  addPlan,
  advanceDays,
  callOnOrder,
  eventTypesOf,
  makeClub,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { readQueues } from '../../worker/queue.queries.ts';

/** By then, the doctor complains about anything overdue. */
const LATER_MS = 24 * 60 * 60 * 1000;

const outside = useOutside();
const test = useTestApp(outside.settings);
const { pass } = useCallbacks(test, outside);
afterAll(() => expectSoundBooks(test));

const disputesOf = ({ store }: Shop) =>
  test.database.query(sql`
    select status, reason, amount_minor::int as amount, (closed_at is not null) as closed,
      round(extract(epoch from respond_by - created_at) / 86400)::int as days
    from dispute where store_id = ${uuidOf('STO', store.id)} order by created_at`);

/** The ledger's balance with the provider, and what disputes took from it. */
async function balanceOf({ store }: Shop) {
  const rows = await test.database.query<{ account: string; minor: number }>(sql`
    select account, sum(amount_minor)::int as minor from ledger_entry
    where store_id = ${uuidOf('STO', store.id)} group by account`);
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
}

const disputeMails = async ({ store }: Shop) =>
  (await mailsOfStore(test, store.id)).filter(({ type }) => type === 'payment.disputed');

describe('a disputed one-time payment', () => {
  it('is recorded once, however often the callback comes, and lost with its amount', async () => {
    const sale = await makeSale(test, { card: LOST });
    const { shop } = sale;
    await pass(DISPUTED_MS, 4);
    const dispute = { reason: 'fraudulent', amount: 990 };
    const open = { ...dispute, status: 'open', closed: false, days: 7 };
    expect(await disputesOf(shop)).toEqual([open]);
    expect(await balanceOf(shop)).toEqual({ provider_balance: 0, sales: -990, disputes: 990 });
    await pass(DECIDED_MS, 4);
    const lost = { ...dispute, status: 'lost', closed: true, days: null };
    expect(await disputesOf(shop)).toEqual([lost]);
    expect(await balanceOf(shop)).toEqual({ provider_balance: 0, sales: -990, disputes: 990 });
    expect(await disputeMails(shop)).toHaveLength(1);
  });

  it('returns to the balance if it is won', async () => {
    const { shop } = await makeSale(test, { card: WON });
    await pass(DISPUTED_MS);
    expect(await balanceOf(shop)).toMatchObject({ provider_balance: 0 });
    await pass(DECIDED_MS, 3);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'won', closed: true }]);
    expect(await balanceOf(shop)).toEqual({ provider_balance: 990, sales: -990, disputes: 0 });
  });

  it('is complete if only the last callback arrives', async () => {
    const { shop } = await makeSale(test, { card: WON });
    await pass(DISPUTED_MS + DECIDED_MS);
    expect(await disputesOf(shop)).toMatchObject([{ status: 'won' }]);
    expect(await balanceOf(shop)).toEqual({ provider_balance: 990, sales: -990, disputes: 0 });
    await test.app.worker.runOnce();
    const [mail] = await disputeMails(shop);
    expect(mail?.text).toContain('the bank decided for you');
    expect(mail?.text).not.toMatch(/Respond|until the bank decides|subscription/);
  });

  it('isn’t refunded as well', async () => {
    const sale = await makeSale(test, { card: LOST });
    const ticket = await makeTicket(sale);
    await pass(DISPUTED_MS);
    const refused = 'Payment cannot be refunded, dispute status: ';
    await expect(review(sale, ticket.id, 'approve')).rejects.toThrow(`${refused}open`);
    await pass(DECIDED_MS);
    await expect(review(sale, ticket.id, 'approve')).rejects.toThrow(`${refused}lost`);
    expect(await refundsOf(test, sale)).toMatchObject({ status: 'none', atProvider: 0 });
  });

  it('is mailed to owner and admins who want to know', async () => {
    const { shop } = await makeSale(test, { card: LOST });
    const [admin, member] = [await makeAccount(test), await makeAccount(test)];
    await addMember(shop.merchant, shop.store.id, admin.email, 'admin');
    await addMember(shop.merchant, shop.store.id, member.email, 'member');
    await pass(DISPUTED_MS);
    await test.app.worker.runOnce();
    const mails = await disputeMails(shop);
    expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(
      [shop.merchant.email, admin.email].sort(),
    );
    expect(mails[0]).toMatchObject({
      ...{ switch: 'notifyChargeback', status: 'success' },
      subject: '[Test] A buyer of A store disputed a payment',
    });
    expect(mails[0]?.text).toMatch(/9\.90 USD[\s\S]*Reason: fraudulent[\s\S]*Respond by: 20/);
  });

  it('is mailed to nobody if the store has switched it off', async () => {
    const { shop } = await makeSale(test, { card: LOST });
    await test.database.query(sql`
      update store set notification_settings = '{"notifyChargeback": false}'
      where id = ${uuidOf('STO', shop.store.id)}`);
    await pass(DISPUTED_MS);
    expect(await disputesOf(shop)).toHaveLength(1);
    expect(await disputeMails(shop)).toEqual([]);
  });
});

describe('a subscription whose payment is disputed', () => {
  it('isn’t renewed until the dispute is won, and then once', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club, { card: WON });
    await pass(DISPUTED_MS);
    await advanceDays(club, 40);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1] });
    // It is neither announced to the buyer nor overdue for the operator.
    const types = (await mailsOfStore(test, club.store.id)).map(({ type }) => type);
    expect(types).not.toContain('subscription.upcoming_charge');
    const later = addMs(test.clock.now(), LATER_MS);
    await expectSoundBooks({ ...test, clock: { ...test.clock, now: () => later } });
    const queues = await readQueues(test.database, later, 10);
    expect(queues.find(({ queue }) => queue === 'renewal')?.due).toBe(0);
    await pass(DECIDED_MS);
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
  });

  it('ends when the dispute is lost', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club, { card: LOST });
    await pass(DISPUTED_MS);
    await pass(DECIDED_MS, 2);
    await advanceDays(club, 40);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled', charged: [1] });
    const ends = (await eventTypesOf(club)).filter((type) => type === 'canceled');
    expect(ends).toEqual(['canceled']);
  });

  it('still ends with its period once it is canceled', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club, { card: LOST });
    await pass(DISPUTED_MS);
    dataOf(await callOnOrder(club, 'cancel-order', orderId));
    await advanceDays(club, 40);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'canceled' });
    await pass(DECIDED_MS);
    expect(await disputesOf(club)).toMatchObject([{ status: 'lost' }]);
  });

  it('keeps waiting and ends under its new plan', async () => {
    const club = await makeClub(test);
    const pro = await addPlan(club, { name: 'Pro', prices: PRO });
    const orderId = await subscribe(club, { card: LOST });
    await pass(DISPUTED_MS);
    const changed = await changePlan({ club, pro, orderId });
    await advanceDays(club, 40);
    expect(await stateOf(club, changed)).toMatchObject({ status: 'active', charged: [1] });
    await pass(DECIDED_MS);
    expect(await stateOf(club, changed)).toMatchObject({ status: 'canceled' });
  });
});

const PRO = { USD: { amount: '19.80', taxCategory: 'saas' } };
