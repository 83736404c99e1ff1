import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { addMember } from '../../test/support/dashboard.ts';
import { mailsOfStore } from '../../test/support/mail.ts';
import { makeAccount, makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { makeOrder, makeShop } from '../../test/support/selling.ts';
import { recordShopEvent } from '../../test/support/shop-events.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from '../database/database.ts';
import { erasedAddress } from '../kit/erased-address.ts';
import { decodeId, type Id } from '../kit/id.ts';
import { mailsOf } from './event-mails.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { mailTextOf } from './mail-texts.ts';
import { queueBuyerMail } from './queue-mail.ts';
import { sampleEvent } from './sample-event.ts';
import { aliasOf, switchNames } from './switches.ts';
import { SAMPLE } from './types/fields.ts';

const test = useTestApp();
const BUYER = 'buyer@example.com';

/** Every event, the start of a free trial, which has its own switch, and a warning without mails. */
const CASES: readonly (readonly [string, EventType, Readonly<Record<string, unknown>>])[] = [
  ...EVENT_TYPES.map((type) => [type, type, {}] as const),
  ['a free trial', 'subscription.activated', { periodNumber: 0 }],
  ['a fraud warning too late for a refund', 'payment.fraud_warned', { isActionable: false }],
];

async function makeRecipients() {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner, 'A shop');
  // They make no API calls, so they need no keys: a key pair takes longer to create than everything
  // else.
  const admin = await makeAccount(test);
  const member = await makeAccount(test);
  await addMember(owner, store.id, admin.email, 'admin');
  await addMember(owner, store.id, member.email, 'member');
  const setSwitch = (name: string, value: boolean) =>
    test.database.query(sql`
      update store set notification_settings = jsonb_build_object(${name}::text, ${value}::boolean)
      where id = ${uuidOf('STO', store.id)}`);
  const recipients = async () => {
    const mails = await mailsOfStore(test, store.id);
    return mails.map(({ recipientType, toAddress }) => `${recipientType} ${toAddress}`).sort();
  };
  const staff = [owner, admin].map(({ email }) => `merchant ${email}`);
  return { owner, store, setSwitch, recipients, staff };
}

for (const [title, type, data] of CASES) {
  const mails = mailsOf(type, { ...sampleEvent(type, new Date()).data, ...data });
  const wanted = (off: string | null, staff: readonly string[]) =>
    [
      ...(mails.merchant && mails.merchant !== off ? staff : []),
      ...(mails.buyer && mails.buyer !== off ? [`buyer ${BUYER}`] : []),
    ].sort();
  // Each of its own switches, and all others together, which must not matter.
  const offs = [null, mails.merchant, mails.buyer].filter(
    (off, at, all) => all.indexOf(off) === at,
  );

  describe(`the mails of ${title}`, () => {
    it.each(offs)('go out, each once, with %s off', async (off) => {
      const { store, setSwitch, recipients, staff } = await makeRecipients();
      if (off) await setSwitch(off, false);
      await recordShopEvent(test, store.id, type, data);
      expect(await recipients()).toEqual(wanted(off, staff));
      await test.app.worker.runOnce();
      await test.app.worker.runOnce();
      const sent = await mailsOfStore(test, store.id);
      expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'success'));
      expect(sent.map(({ attemptCount }) => attemptCount)).toEqual(sent.map(() => 1));
    });

    it('ignore all other switches', async () => {
      const { store, recipients, staff } = await makeRecipients();
      const others = switchNames.filter((name) => name !== mails.merchant && name !== mails.buyer);
      const off = JSON.stringify(Object.fromEntries(others.map((name) => [name, false])));
      await test.database.query(sql`
        update store set notification_settings = ${off}::jsonb
        where id = ${uuidOf('STO', store.id)}`);
      await recordShopEvent(test, store.id, type, data);
      expect(await recipients()).toEqual(wanted(null, staff));
    });
  });
}

describe('the table of mails', () => {
  it('uses every switch that applies to events', () => {
    const used = CASES.flatMap(([, type, data]) => Object.values(mailsOf(type, data)));
    // Reminders are mailed without an event.
    const without = ['emailTrialEnding', 'emailUpcomingCharge'];
    const unused = switchNames.filter((name) => !used.includes(name) && !aliasOf(name));
    expect(unused.sort()).toEqual(without.sort());
  });

  it('has a text for every mail', () => {
    for (const [, type, data] of CASES) {
      for (const recipient of ['merchant', 'buyer'] as const) {
        if (mailsOf(type, data)[recipient] === null) continue;
        const facts = { type, environment: 'prod' as const, storeName: 'A shop', data };
        expect(mailTextOf(recipient, facts).heading, `${recipient} ${type}`).not.toBe(type);
      }
    }
  });
});

describe('mails of a change', () => {
  it('are written with it: a real order notifies merchant and buyer', async () => {
    const shop = await makeShop(test);
    await makeOrder(shop);
    expect(await mailsOfStore(test, shop.store.id)).toMatchObject([
      { recipientType: 'buyer', toAddress: BUYER, subject: '[Test] Your order from A store' },
      { recipientType: 'merchant', toAddress: shop.merchant.email },
    ]);
  });

  it('disappear with it when it rolls back', async () => {
    const { store, recipients } = await makeRecipients();
    const change = test.database.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      await recordShopEvent(
        { ...test, database: { ...test.database, transaction: (work) => work(tx) } } as typeof test,
        store.id,
        'order.completed',
      );
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    expect(await recipients()).toEqual([]);
  });

  it('are not written to a buyer who was erased', async () => {
    const { store, recipients, staff } = await makeRecipients();
    const buyerEmail = erasedAddress('erased-1');
    await recordShopEvent(test, store.id, 'refund.succeeded', { buyerEmail });
    const type = 'subscription.plan_change_withdrawn';
    const mail = {
      ...{ storeId: uuidOf('STO', store.id), environment: 'test' as const, type },
      ...{ occurrence: `${type}/${store.id}`, subjectId: 'ORD_1', content: {} },
      orderId: decodeId('ORD', SAMPLE.order) as Id<'ORD'>,
      switch: 'emailSubscriptionPlanChanged' as const,
    };
    const now = test.clock.now();
    const queue = (toAddress: string) =>
      test.database.transaction((tx) => queueBuyerMail(tx, { ...mail, toAddress }, now));
    await queue(buyerEmail);
    expect(await recipients()).toEqual([...staff].sort());
    await queue(BUYER);
    expect(await recipients()).toEqual([`buyer ${BUYER}`, ...staff].sort());
  });

  it('are not written for a sample event', async () => {
    const { owner, store, recipients } = await makeRecipients();
    const url = `${test.baseUrl}/hook`;
    const body = { storeId: store.id, channel: 'http', url, events: ['order.completed'] };
    await owner.call('store/add-webhook', { ...body, testMode: true });
    await owner.call('store/send-test-event', { storeId: store.id });
    expect(await recipients()).toEqual([]);
  });
});
