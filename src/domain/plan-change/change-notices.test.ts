import { describe, expect, it } from 'vitest';
import {
  changePlan,
  confirm,
  type Member,
  makeChange,
  makeMember,
  otherCard,
} from '../../../test/support/changing.ts';
import { mailsOfStore } from '../../../test/support/mail.ts';
import { DECLINED_CARD, dataOf, eventsOf } from '../../../test/support/selling.ts';
import { callOnOrder } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe('a changed plan', () => {
  it('emits events with both plans, and none for an ended subscription', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const changed = await changePlan(member);
    const [, payment, ...events] = await eventsOf(club);
    expect(payment).toMatchObject({
      eventType: 'subscription.payment_succeeded',
      data: { orderId: changed, chargedAmount: '9.90', amount: '9.90', periodNumber: 1 },
    });
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'subscription.plan_changed',
      'subscription.updated',
    ]);
    expect(events.map(({ eventId }) => eventId)).toEqual([
      `${changed}-${events[0].timestamp}`,
      changed,
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({
        ...{ orderId: changed, orderStatus: 'active', changeOriginOrderId: orderId },
        ...{ productName: 'Pro', previousProductName: 'A plan', chargedAmount: '9.90' },
        ...{ merchantProvidedBuyerIdentity: 'buyer-1', buyerEmail: 'buyer@example.com' },
        planPrice: { total: '19.80' },
        previousPlanPrice: { total: '9.90' },
        billingPeriod: 'monthly',
      });
    }
  });

  it('mails buyer and merchant that the plan was changed, and no one that it ended', async () => {
    const member = await makeMember(test);
    const quiet = await makeMember(test);
    await quiet.club.merchant.call('store/update-store', {
      id: quiet.club.store.id,
      notificationSettings: { notifySubscriptionPlanChanged: false },
    });
    for (const each of [member, quiet]) await changePlan(each);
    const told = ({ club }: Member) =>
      test.database.query<{ mail: string }>(sql`
        select recipient_type || ' ' || event_type as mail from email_delivery
        join store on store.id = store_id
        where store.slug = ${club.store.slug} and event_type <> 'subscription.activated'
        order by 1`);
    const buyer = { mail: 'buyer subscription.plan_changed' };
    expect(await told(member)).toEqual([buyer, { mail: 'merchant subscription.plan_changed' }]);
    expect(await told(quiet)).toEqual([buyer]);
  });
});

/** Types, subjects and texts of the mails that a buyer received about a plan change. */
async function mailsAbout({ club }: Member) {
  await test.app.worker.runOnce();
  const mails = await mailsOfStore(test, club.store.id);
  return mails.filter(({ type }) => type.startsWith('subscription.plan_change_'));
}

const turnOff = ({ club }: Member) =>
  test.database.query(sql`
    update store set notification_settings = '{"emailSubscriptionPlanChanged": false}'
    where slug = ${club.store.slug}`);

describe('a change that has not happened', () => {
  it('is mailed to the buyer when it is scheduled, and when it is withdrawn', async () => {
    const member = await makeMember(test);
    const scheduled = await changePlan(member, { changeTiming: 'next_period' });
    expect(await mailsAbout(member)).toMatchObject([
      {
        ...{ type: 'subscription.plan_change_scheduled', recipientType: 'buyer' },
        ...{ toAddress: 'buyer@example.com', switch: 'emailSubscriptionPlanChanged' },
        ...{ subject: '[Test] Your plan at A store will change', status: 'success' },
        text: expect.stringMatching(
          /Pro will replace A plan on \w+ \d+, \d{4}\.[\s\S]*Product: Pro\nAmount: \$19\.80/,
        ),
      },
    ]);
    dataOf(await callOnOrder(member.club, 'cancel-order', scheduled));
    expect((await mailsAbout(member)).slice(1)).toMatchObject([
      {
        ...{ type: 'subscription.plan_change_withdrawn', recipientType: 'buyer' },
        ...{ toAddress: 'buyer@example.com', switch: 'emailSubscriptionPlanChanged' },
        ...{ subject: '[Test] Your plan at A store stays the same', status: 'success' },
        text: expect.stringContaining(
          'The change to Pro was canceled. You’ll stay subscribed to A plan.',
        ),
      },
    ]);
  });

  it('is mailed once when its payment fails, however often it is tried', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    for (let tries = 0; tries < 2; tries += 1) {
      const refused = await confirm(member.club, sessionId, await otherCard(test, DECLINED_CARD));
      expect(refused.status).toBe(400);
    }
    const failed = (await eventsOf(member.club)).filter(({ eventType }) =>
      eventType.endsWith('plan_change_failed'),
    );
    expect(failed).toHaveLength(2);
    expect(await mailsAbout(member)).toMatchObject([
      {
        ...{ type: 'subscription.plan_change_failed', recipientType: 'buyer' },
        subject: '[Test] Your plan at A store couldn’t be changed',
        text: expect.stringMatching(
          /couldn’t charge you for Pro\. You’ll stay subscribed to A plan\.[\s\S]*Reason: Your bank/,
        ),
      },
    ]);
  });

  it('mails nothing while the switch is off', async () => {
    const member = await makeMember(test);
    await turnOff(member);
    await confirm(member.club, await makeChange(member), await otherCard(test, DECLINED_CARD));
    const scheduled = await changePlan(member, { changeTiming: 'next_period' });
    dataOf(await callOnOrder(member.club, 'cancel-order', scheduled));
    expect(await mailsAbout(member)).toEqual([]);
  });

  it('mails no withdrawal if nothing was scheduled, or if another change follows', async () => {
    const member = await makeMember(test);
    await confirm(member.club, await makeChange(member), await otherCard(test, DECLINED_CARD));
    await changePlan(member, { changeTiming: 'next_period' });
    await changePlan(member, { changeTiming: 'next_period' });
    dataOf(await callOnOrder(member.club, 'cancel-order', member.orderId));
    const types = (await mailsAbout(member)).map(({ type }) => type.split('_').at(-1));
    expect(types).toEqual(['failed', 'scheduled', 'scheduled']);
  });
});
