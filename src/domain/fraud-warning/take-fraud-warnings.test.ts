import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAsBuyer, askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { expectSoundBooks } from '../../../test/support/books.ts';
import { addMember } from '../../../test/support/dashboard.ts';
import { useCallbacks } from '../../../test/support/disputing.ts';
import { WARNED_CARD } from '../../../test/support/fraud-warning.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { makeAccount } from '../../../test/support/merchant.ts';
import { useOutside } from '../../../test/support/outside.ts';
import { makeSale, type Sale, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf, eventsOf, makeBuyerToken, type Shop } from '../../../test/support/selling.ts';
import { advanceDays, makeClub, stateOf, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { WARNED_MS } from '../../providers/sandbox/sandbox-fraud-warnings.ts';

const REASON = 'made_with_stolen_card';
const outside = useOutside();
const test = useTestApp(outside.settings);
const { collect, hand, pass } = useCallbacks(test, outside);
// No bank warns before its time, even while a test is slow.
beforeAll(() => test.clock.stop());
afterAll(() => expectSoundBooks(test));

const sell = () => makeSale(test, { card: WARNED_CARD });

async function warningsOf({ merchant, store }: Shop) {
  const query = `query ($storeId: ID) {
    payments(storeId: $storeId) { fraudWarnings { reason createdAt } } }`;
  const { payments } = await dataFrom(askAsMerchant(test, merchant)(query, { storeId: store.id }));
  return payments.flatMap(({ fraudWarnings }: { fraudWarnings: object[] }) => fraudWarnings);
}

const warnedEvents = async (shop: Shop) =>
  (await eventsOf(shop)).filter(({ eventType }) => eventType === 'payment.fraud_warned');

const warnedMails = async ({ store }: Shop) =>
  (await mailsOfStore(test, store.id)).filter(({ type }) => type === 'payment.fraud_warned');

async function refund({ shop, ...sale }: Sale, amount: string): Promise<void> {
  const body = ticketBody(sale, amount);
  dataOf(await shop.merchant.call('refund-ticket/create-ticket', body));
  await test.app.worker.runOnce();
}

describe('a payment that the buyer’s bank suspects to be fraud', () => {
  it('is recorded once with one event, however often the callback comes', async () => {
    const { shop, paymentId, orderId } = await sell();
    expect(await warningsOf(shop)).toEqual([]);
    await pass(WARNED_MS, 8);
    expect(await warningsOf(shop)).toEqual([
      { reason: REASON, createdAt: test.clock.now().toISOString() },
    ]);
    const [event, ...others] = await warnedEvents(shop);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      eventId: paymentId,
      timestamp: test.clock.now().toISOString(),
      data: {
        ...{ orderId, paymentId, paymentStatus: 'succeeded', paymentLast4: WARNED_CARD.slice(-4) },
        ...{ amount: '9.90', chargedAmount: '9.90', currency: 'USD' },
        ...{ fraudWarningReason: REASON, isActionable: true },
      },
    });
    // `order.completed` has the payment's.
    expect(event?.id).not.toBe(paymentId);
    expect(await warnedMails(shop)).toHaveLength(1);
  });

  it('can’t be recorded twice', async () => {
    const { shop } = await sell();
    await pass(WARNED_MS);
    const twice = test.database.query(sql`
      insert into fraud_warning select (jsonb_populate_record(fraud_warning, jsonb_build_object(
        'id', gen_random_uuid()))).* from fraud_warning
      where store_id = ${decodeId('STO', shop.store.id)}`);
    await expect(twice).rejects.toThrow('one_fraud_warning_per_reference');
  });

  it('is no business of the buyer', async () => {
    const { shop } = await sell();
    await pass(WARNED_MS);
    const ask = askAsBuyer(test, await makeBuyerToken(shop));
    expect((await ask('{ payments { id } }')).status).toBe(200);
    const refused = await ask('{ payments { fraudWarnings { reason } } }');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Insufficient permissions: Payment.fraudWarnings');
  });

  it('is mailed to owner and admins, with what to do', async () => {
    const { shop, orderId } = await sell();
    const [admin, member] = [await makeAccount(test), await makeAccount(test)];
    await addMember(shop.merchant, shop.store.id, admin.email, 'admin');
    await addMember(shop.merchant, shop.store.id, member.email, 'member');
    await pass(WARNED_MS);
    await test.app.worker.runOnce();
    const mails = await warnedMails(shop);
    const recipients = mails.map(({ toAddress }) => toAddress);
    expect(recipients.sort()).toEqual([shop.merchant.email, admin.email].sort());
    expect(mails[0]).toMatchObject({ switch: 'notifyChargeback', status: 'success' });
    expect(mails[0]?.subject).toMatch(/^\[Test] Suspected fraud: 9\.90 USD for /);
    const text = mails[0]?.text ?? '';
    for (const part of ['refund the payment now', 'costs a fee', '9.90 USD', orderId]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Reason: made with stolen card');
  });

  it('is mailed to nobody if the store has switched mails about disputes off', async () => {
    const { shop } = await sell();
    const { merchant, store } = shop;
    const notificationSettings = { notifyChargeback: false };
    dataOf(await merchant.call('store/update-store', { id: store.id, notificationSettings }));
    await pass(WARNED_MS);
    expect(await warnedEvents(shop)).toHaveLength(1);
    expect(await warnedMails(shop)).toEqual([]);
  });

  it('is mailed to nobody once it is fully refunded, but recorded', async () => {
    const sale = await sell();
    await refund(sale, '9.90');
    await pass(WARNED_MS);
    expect(await warningsOf(sale.shop)).toMatchObject([{ reason: REASON }]);
    expect(await warnedEvents(sale.shop)).toMatchObject([{ data: { isActionable: false } }]);
    expect(await warnedMails(sale.shop)).toEqual([]);
  });

  it('is mailed if only a part was refunded', async () => {
    const sale = await sell();
    await refund(sale, '9.89');
    await pass(WARNED_MS);
    expect(await warnedEvents(sale.shop)).toMatchObject([{ data: { isActionable: true } }]);
    expect(await warnedMails(sale.shop)).toHaveLength(1);
  });

  it('has a warning only if the provider knows of one, whatever a callback says', async () => {
    const { shop } = await sell();
    const callbacks = await collect(WARNED_MS);
    // The provider forgets the charge's warning.
    const behave = (behavior: string) =>
      test.database.query(sql`
        update sandbox_token set behavior = ${behavior} where token in (
          select token from sandbox_charge join payment on payment.id::text = idempotency_key::text
          where store_id = ${decodeId('STO', shop.store.id)})`);
    await behave('approve');
    expect(await hand(callbacks)).toEqual([200]);
    expect(await warningsOf(shop)).toEqual([]);
    await behave('warn_of_fraud');
    expect(await hand(callbacks)).toEqual([200]);
    expect(await warningsOf(shop)).toMatchObject([{ reason: REASON }]);
  });

  it('is reported with the price of the trial that it paid for', async () => {
    const prices = { USD: { amount: '9.90', trialAmount: '1.50', taxCategory: 'saas' } };
    const club = await makeClub(test, { prices, metadata: { trialDays: 7 } });
    await subscribe(club, { card: WARNED_CARD });
    await pass(WARNED_MS);
    const amounts = { amount: '1.50', chargedAmount: '1.50', total: '1.50', subtotal: '1.50' };
    expect(await warnedEvents(club)).toMatchObject([{ data: amounts }]);
  });

  it('keeps renewing its subscription, and each period’s payment has its own warning', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club, { card: WARNED_CARD });
    await pass(WARNED_MS);
    await advanceDays(club, 31);
    await pass(WARNED_MS);
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
    expect(await warnedEvents(club)).toMatchObject([
      { data: { periodNumber: 1, isActionable: true } },
      { data: { periodNumber: 2, isActionable: true } },
    ]);
  });
});
