import { describe, expect, it } from 'vitest';
import { changePlan, type Member, makeMember } from '../../../test/support/changing.ts';
import { eventsOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe('a changed plan', () => {
  it('tells of it with both plans, and of no end', async () => {
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
    for (const { eventId, data } of events) {
      expect(eventId).toBe(changed);
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

  it('mails buyer and merchant that the plan was changed, and nobody that it ended', async () => {
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
