import { describe, expect, it } from 'vitest';
import { makeGroup } from '../../../test/support/catalogue.ts';
import {
  addPriced,
  chargesOf,
  confirm,
  makeMember,
  previewOf,
  tryChange,
} from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import {
  callAsBuyer,
  callAsVisitor,
  dataOf,
  eventsOf,
  makeBuyerToken,
} from '../../../test/support/selling.ts';
import { subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

describe('a plan-change session', () => {
  it('has its own page, and is immediate only for an upgrade', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const { sessionId, checkoutUrl } = dataOf(await tryChange(member));
    expect(checkoutUrl).toBe(
      `${test.config.PUBLIC_URL}/store/${club.store.slug}/change/${sessionId}`,
    );
    const timingOf = async (pro: string) => {
      const session = dataOf(await tryChange({ ...member, pro }));
      return dataOf(await previewOf(club, session.sessionId)).changeTiming;
    };
    expect(await timingOf(member.pro)).toBe('immediate');
    expect(await timingOf(await addPriced(club, '9.90'))).toBe('next_period');
    expect(await timingOf(await addPriced(club, '9.89'))).toBe('next_period');
  });

  it('keeps buyer, metadata and the merchant’s own id of the subscription', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const session = { metadata: { seat: '7' }, orderMerchantExternalId: 'A-1' };
    const orderId = await subscribe(club, { session });
    const { sessionId } = dataOf(await tryChange({ ...member, orderId }));
    dataOf(await confirm(club, sessionId));
    const changed = (await eventsOf(club)).at(-1);
    expect(changed.data).toMatchObject({
      ...{ orderMetadata: { seat: '7' }, orderMerchantExternalId: 'A-1' },
      ...{ merchantProvidedBuyerIdentity: 'buyer-1', billingDetail: { country: 'DE' } },
    });
  });

  it('lets a buyer change within the group, only at the platform’s price', async () => {
    const member = await makeMember(test);
    const { club, pro, orderId } = member;
    const owner = { merchant: club.merchant, storeId: club.store.id };
    const rules = { selfServicePlanChange: true };
    await makeGroup(owner, { productIds: [club.productId, pro], rules });
    const token = await makeBuyerToken(club);
    const body = { productId: pro, originOrderId: orderId, currency: 'USD' };
    const ask = (more: object) =>
      callAsBuyer(test, token, 'checkout/create-session', { ...body, ...more });
    const { sessionId } = dataOf(await ask({ changeAmount: '0.01', withTrial: true }));
    const preview = { checkoutSessionId: sessionId };
    expect(
      dataOf(await callAsBuyer(test, token, 'checkout/preview-change', preview)).amountDue,
    ).toBe('9.90');
    const changed = dataOf(await confirm(club, sessionId)).orderId;
    expect(await chargesOf(club, changed)).toEqual([990]);
  });

  it('is refused to visitors, and to tokens without a subscription to change', async () => {
    const { club, pro, orderId } = await makeMember(test);
    const body = { productId: pro, originOrderId: orderId, currency: 'USD' };
    const { slug } = club.store;
    const visitor = await callAsVisitor(test, slug, 'checkout/create-session', body);
    expectError(visitor, 403, 'Insufficient permissions', 'gateway');
    const token = await makeBuyerToken(club);
    const purchase = { productId: pro, currency: 'USD' };
    const buyer = await callAsBuyer(test, token, 'checkout/create-session', purchase);
    expectError(buyer, 403, 'Insufficient permissions', 'gateway');
  });

  it('cannot be paid or previewed as a purchase, nor a purchase as a change', async () => {
    const member = await makeMember(test);
    const { club } = member;
    const { sessionId } = dataOf(await tryChange(member));
    const pay = `${test.baseUrl}/store/${club.store.slug}/checkout/${sessionId}`;
    expect((await fetch(pay)).status).toBe(404);
    const trial = { checkoutSessionId: sessionId };
    const visitor = await callAsVisitor(test, club.store.slug, 'checkout/preview-trial', trial);
    expectError(visitor, 404, 'Checkout session not found', 'order');
    const bought = { productId: member.pro, currency: 'USD' };
    const purchase = dataOf(await club.merchant.call('checkout/create-session', bought));
    expectError(
      await confirm(club, purchase.sessionId),
      ...([404, 'Checkout session not found', 'order'] as const),
    );
  });

  it('is inaccessible to another buyer or store', async () => {
    const member = await makeMember(test);
    const other = await makeMember(test);
    const stolen = await tryChange({ ...other, orderId: member.orderId });
    expectError(stolen, 404, 'Order not found', 'order');
    const token = await makeBuyerToken(other.club, 'buyer-1');
    const body = { productId: other.pro, originOrderId: member.orderId, currency: 'USD' };
    const foreign = await callAsBuyer(test, token, 'checkout/create-session', body);
    const message = 'Subscription order does not belong to this credential';
    expectError(foreign, 403, message, 'order');
    const missing = { ...body, originOrderId: 'ORD_0000000000000000000001' };
    expectError(
      await callAsBuyer(test, token, 'checkout/create-session', missing),
      ...([403, message, 'order'] as const),
    );
  });
});
