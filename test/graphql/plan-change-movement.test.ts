import { expect, it } from 'vitest';
import { addPriced, changePlan, makeMember } from '../support/changing.ts';
import { advanceDays } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { askAsMerchant, dataFrom } from './asking.ts';

const test = useTestApp();

it('counts a plan that is replaced at the moment of its start as a step of the change', async () => {
  const member = await makeMember(test);
  const { club } = member;
  const top = await addPriced(club, '29.70', { name: 'Top' });
  await advanceDays(club, 10);
  // The test clock stands still between the two changes.
  const orderId = await changePlan(member);
  await changePlan({ club, pro: top, orderId });
  const query = `{ subscriptionAnalysis {
    recurringRevenueByCurrency { monthlyAmount subscriptionCount }
    recurringRevenueMovement(granularity: ALL_TIME, currency: "USD") {
      newAmount expansionAmount churnedAmount reactivationAmount endAmount } } }`;
  expect(await dataFrom(askAsMerchant(test, club.merchant)(query))).toEqual({
    subscriptionAnalysis: {
      recurringRevenueByCurrency: [{ monthlyAmount: '29.70', subscriptionCount: 1 }],
      recurringRevenueMovement: [
        {
          ...{ newAmount: '9.90', expansionAmount: '19.80', churnedAmount: '0.00' },
          ...{ reactivationAmount: '0.00', endAmount: '29.70' },
        },
      ],
    },
  });
});
