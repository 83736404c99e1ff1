import {
  confirm,
  type Member,
  makeChange,
  makeMember,
  otherCard,
  tryChange,
} from '../../../test/support/changing.ts';
import { describeErrorRows, unreachable } from '../../../test/support/error-rows.ts';
import { useUpAttempts } from '../../../test/support/paying-cases.ts';
import {
  DECLINED_CARD,
  dataOf,
  makeBuyerToken,
  makeCardToken,
} from '../../../test/support/selling.ts';
import { callOnOrder, startCharge } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { confirmChange } from './confirm-change.ts';

const test = useTestApp();
type Fields = Readonly<Record<string, unknown>>;

/** Confirms a new member's plan change after something has happened to it. */
function after(
  happen: (member: Member) => Promise<unknown>,
  body: Fields = {},
  session: Fields = {},
) {
  return async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member, session);
    await happen(member);
    return confirm(member.club, sessionId, body);
  };
}

const nothing = async () => {};
const forgetMethod = ({ orderId }: Member) =>
  test.database.query(sql`
    update subscription set saved_method = '' where order_id = ${decodeId('ORD', orderId)}`);

describeErrorRows(confirmChange, {
  missingSessionId: unreachable('the session is part of the URL'),
  malformedSessionId: unreachable('the page answers 404 first'),
  missingMethod: after(nothing, { paymentToken: 'tok_1' }),
  missingToken: after(nothing, { paymentMethod: 'card' }),
  sessionNotFound: async () => {
    const { club } = await makeMember(test);
    return confirm(club, `cs_${crypto.randomUUID()}`);
  },
  otherBuyer: async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    const token = await makeBuyerToken(member.club, 'somebody else');
    return confirm(member.club, sessionId, {}, { authorization: `Bearer ${token}` });
  },
  tooManyDeclines: async () => {
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    await useUpAttempts(test, sessionId);
    return confirm(member.club, sessionId);
  },
  sessionExpired: after(async () => test.clock.advance(60_000), {}, { expiresInSeconds: 60 }),
  storeInactive: after(({ club }) =>
    club.merchant.call('store/update-store', { id: club.store.id, status: 'inactive' }),
  ),
  notChangeable: {
    got: 'canceling',
    send: after(({ club, orderId }) => callOnOrder(club, 'cancel-order', orderId)),
  },
  unavailableMethod: {
    got: 'wechat',
    send: async () =>
      after(nothing, { paymentMethod: 'wechat', paymentToken: await makeCardToken(test) })(),
  },
  noSavedMethod: after(forgetMethod),
  noProvider: async () => {
    // A production subscription whose provider has since been disabled.
    const member = await makeMember(test);
    const sessionId = await makeChange(member);
    const { store } = member.club;
    await test.database.query(sql`
      with moved as (
        update orders set environment = 'prod' where id = ${decodeId('ORD', member.orderId)}),
      same as (update subscription set environment = 'prod'
        where order_id = ${decodeId('ORD', member.orderId)})
      update checkout_session set environment = 'prod' from store
      where store.id = store_id and store.slug = ${store.slug}`);
    return confirm(member.club, sessionId);
  },
  otherAmount: { got: '9.90 USD', send: after(nothing, { amountDue: '1.00' }) },
  charging: after(({ orderId }) => startCharge(test, orderId)),
  declined: {
    got: 'card_declined',
    send: async () => after(nothing, await otherCard(test, DECLINED_CARD))(),
  },
  providerFailed: async () => {
    const member = await makeMember(test);
    const { sessionId } = dataOf(await tryChange(member));
    await test.database.query(sql`alter table sandbox_charge rename to sandbox_charge_away`);
    try {
      return await confirm(member.club, sessionId);
    } finally {
      await test.database.query(sql`alter table sandbox_charge_away rename to sandbox_charge`);
    }
  },
});
