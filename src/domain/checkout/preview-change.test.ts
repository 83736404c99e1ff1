import { describe, expect, it } from 'vitest';
import { addPriced, makeChange, makeMember, previewOf } from '../../../test/support/changing.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import {
  callAsBuyer,
  callAsVisitor,
  dataOf,
  eventsOf,
  makeBuyerToken,
} from '../../../test/support/selling.ts';
import { callOnOrder, stateOf } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { previewChange } from './preview-change.ts';

const test = useTestApp();
const PATH = 'checkout/preview-change';

describe('previewing a plan change', () => {
  it('shows merchant, buyer and visitor the same preview, and changes nothing', async () => {
    const member = await makeMember(test);
    const { club, orderId } = member;
    const sessionId = await makeChange(member, { changeTiming: 'next_period' });
    const before = await eventsOf(club);
    const preview = dataOf(await previewOf(club, sessionId));
    const { periodEnd } = await stateOf(club, orderId);
    expect(preview).toEqual({
      ...{ changeTiming: 'next_period', currency: 'USD', creditAmount: '0.00' },
      currentPlan: { productName: 'A plan', amount: '9.90', billingPeriod: 'monthly' },
      newPlan: {
        ...{ productId: member.pro, productName: 'Pro', amount: '19.80' },
        billingPeriod: 'monthly',
      },
      ...{ amountDue: '0.00', effectiveAt: periodEnd?.toISOString() },
      ...{ nextAmount: '19.80', nextChargeAt: periodEnd?.toISOString() },
    });
    const body = { checkoutSessionId: sessionId };
    const token = await makeBuyerToken(club);
    expect(dataOf(await callAsBuyer(test, token, PATH, body))).toEqual(preview);
    expect(dataOf(await callAsVisitor(test, club.store.slug, PATH, body))).toEqual(preview);
    expect(await eventsOf(club)).toEqual(before);
  });

  it('has no credit if the merchant has set the amount', async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member, { changeAmount: '3.00' });
    expect(dataOf(await previewOf(member.club, sessionId))).toMatchObject({
      ...{ creditAmount: null, amountDue: '3.00', nextAmount: '19.80' },
    });
  });

  it('is never below zero', async () => {
    const member = await makeMember(test);
    const basic = await addPriced(member.club, '2.00');
    const timing = { changeTiming: 'immediate' };
    const sessionId = await makeChange({ ...member, pro: basic }, timing);
    expect(dataOf(await previewOf(member.club, sessionId))).toMatchObject({
      ...{ creditAmount: '9.90', amountDue: '0.00', nextAmount: '2.00' },
    });
  });
});

describeErrorRows(previewChange, {
  missingSessionId: async () => (await makeMember(test)).club.merchant.call(PATH, {}),
  malformedSessionId: {
    got: 'cs_1',
    send: async () => previewOf((await makeMember(test)).club, 'cs_1'),
  },
  sessionNotFound: async () =>
    previewOf((await makeMember(test)).club, `cs_${crypto.randomUUID()}`),
  otherBuyer: async () => {
    const member = await makeMember(test);
    const body = { checkoutSessionId: await makeChange(member) };
    return callAsBuyer(test, await makeBuyerToken(member.club, 'somebody else'), PATH, body);
  },
  notChangeable: {
    got: 'canceling',
    send: async () => {
      const member = await makeMember(test);
      const sessionId = await makeChange(member);
      await callOnOrder(member.club, 'cancel-order', member.orderId);
      return previewOf(member.club, sessionId);
    },
  },
});
