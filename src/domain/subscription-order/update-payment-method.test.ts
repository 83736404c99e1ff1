import { describe, expect, it } from 'vitest';
import {
  addPriced,
  confirm,
  makeChange,
  makeMember,
  otherCard,
} from '../../../test/support/changing.ts';
import { describeErrorRows, expectError, unreachable } from '../../../test/support/error-rows.ts';
import {
  APPROVED_CARD,
  callAsBuyer,
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeCardToken,
  type Shop,
} from '../../../test/support/selling.ts';
import {
  advanceDays,
  FADING_CARD,
  makeClub,
  startCharge,
  stateOf,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { updatePaymentMethod } from './update-payment-method.ts';

const test = useTestApp();
const PATH = 'subscription-order/update-payment-method';
const UNUSED = 'ORD_0000000000000000000001';
const MASTERCARD = '2226900000000110';

describe(PATH, () => {
  it('charges the new card from the next period on, and nothing now', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    expect(dataOf(await update(club, orderId, { card: MASTERCARD }))).toEqual({
      orderId,
      status: 'active',
    });
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1] });
    await advanceDays(club, 32);
    expect(await cardsOf(orderId)).toEqual(['visa 4242', 'mastercard 0110']);
  });

  it('charges the new card for a scheduled plan change too', async () => {
    const member = await makeMember(test);
    const basic = await addPriced(member.club, '2.00', { name: 'Basic' });
    const sessionId = await makeChange({ ...member, pro: basic });
    const card = await otherCard(test, APPROVED_CARD);
    const { orderId: changed } = dataOf(await confirm(member.club, sessionId, card));
    expect((await update(member.club, member.orderId, { card: MASTERCARD })).status).toBe(200);
    await advanceDays(member.club, 32);
    expect(await cardsOf(changed)).toEqual(['mastercard 0110']);
    await advanceDays(member.club, 32);
    expect(await cardsOf(changed)).toEqual(['mastercard 0110', 'mastercard 0110']);
  });

  it('retries an unpaid charge immediately', async () => {
    const { club, orderId } = await makePastDue();
    expect(dataOf(await update(club, orderId))).toMatchObject({ status: 'past_due' });
    await test.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1, 2] });
  });

  it('keeps the old card when the new one is declined', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await update(club, orderId, { card: DECLINED_CARD });
    await advanceDays(club, 32);
    expect(await cardsOf(orderId)).toEqual(['visa 4242', 'visa 4242']);
  });

  it('is only for buyers', async () => {
    const club = await makeClub(test);
    const body = { orderId: await subscribe(club), paymentMethod: 'card', paymentToken: 'x' };
    const reply = await club.merchant.call(PATH, body);
    expectError(reply, 403, 'Insufficient permissions', 'gateway');
  });

  it('calls the provider once per idempotency key', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const headers = { 'x-idempotency-key': 'card' };
    const first = await update(club, orderId, { card: MASTERCARD, headers });
    const second = await update(club, orderId, { card: DECLINED_CARD, headers });
    expect(second.text).toBe(first.text);
  });
});

describeErrorRows(updatePaymentMethod, {
  missingId: async () => update(await makeClub(test), undefined),
  malformedId: { got: 'ORD_1', send: async () => update(await makeClub(test), 'ORD_1') },
  missingMethod: async () => update(await makeClub(test), UNUSED, { body: { paymentMethod: '' } }),
  missingToken: async () => update(await makeClub(test), UNUSED, { body: { paymentToken: null } }),
  notRenewing: {
    got: 'canceled',
    send: async () => {
      const club = await makeClub(test);
      const orderId = await subscribe(club);
      await callAsBuyer(test, await makeBuyerToken(club), 'subscription-order/cancel-order', {
        orderId,
      });
      await advanceDays(club, 32);
      return update(club, orderId);
    },
  },
  unavailableMethod: {
    got: 'wechat',
    send: async () => {
      const club = await makeClub(test);
      return update(club, await subscribe(club), { body: { paymentMethod: 'wechat' } });
    },
  },
  otherBuyer: async () => {
    const club = await makeClub(test);
    return update(club, await subscribe(club), { buyer: 'somebody else' });
  },
  notFound: async () => update(await makeClub(test), UNUSED),
  charging: async () => {
    const { club, orderId } = await makePastDue();
    await startCharge(test, orderId);
    return update(club, orderId);
  },
  noProvider: async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    await test.database.query(sql`
      update subscription set provider = 'another' where order_id = ${decodeId('ORD', orderId)}`);
    return update(club, orderId);
  },
  declined: {
    got: 'card_declined',
    send: async () => {
      const club = await makeClub(test);
      return update(club, await subscribe(club), { card: DECLINED_CARD });
    },
  },
  providerFailed: unreachable('the sandbox answers whenever the database does'),
});

interface Update {
  readonly card?: string;
  readonly buyer?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function update(club: Shop, orderId: string | undefined, given: Update = {}) {
  const { card, buyer = 'buyer-1', body = {}, headers = {} } = given;
  const paymentToken = await makeCardToken(test, card);
  const sent = { orderId, paymentMethod: 'card', paymentToken, ...body };
  return callAsBuyer(test, await makeBuyerToken(club, buyer), PATH, sent, { headers });
}

async function cardsOf(orderId: string): Promise<string[]> {
  const rows = await test.database.query<{ card: string }>(sql`
    select card_brand || ' ' || card_last4 as card from payment
    where order_id = ${decodeId('ORD', orderId)} and status = 'succeeded' order by period_number`);
  return rows.map(({ card }) => card);
}

async function makePastDue() {
  const club = await makeClub(test, { billingPeriod: 'weekly' });
  const orderId = await subscribe(club, { card: FADING_CARD });
  await advanceDays(club, 7);
  return { club, orderId };
}
