import { expect, it } from 'vitest';
import { changePlan, makeMember } from '../support/changing.ts';
import { advanceDays, callOnOrder, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();

it('counts a trial whose buyer changed the plan later, and as converted once either plan was paid', async () => {
  const paying = await makeMember(test, { metadata: { trialDays: 7 } });
  const { club } = paying;
  await advanceDays(club, 8);
  await changePlan(paying);
  const start = (buyer: string) =>
    subscribe(club, { buyer, body: { buyerEmail: `${buyer}@example.com` } });
  await changePlan({ ...paying, orderId: await start('changes-in-trial') });
  await callOnOrder(club, 'cancel-order', await start('cancels'), 'cancels');
  const query = `{ subscriptionAnalysis {
    trialConversion { totalTrials convertedCount activeTrials conversionRate }
    trialConversionByProduct { productId totalTrials convertedCount conversionRate }
    cancellationStats { totalSubscriptions } } }`;
  const outcome = { totalTrials: 3, convertedCount: 2, conversionRate: 66.67 };
  expect(await dataFrom(askAsMerchant(test, club.merchant)(query))).toEqual({
    subscriptionAnalysis: {
      trialConversion: { ...outcome, activeTrials: 1 },
      trialConversionByProduct: [{ productId: club.productId, ...outcome }],
      cancellationStats: { totalSubscriptions: 3 },
    },
  });
});
