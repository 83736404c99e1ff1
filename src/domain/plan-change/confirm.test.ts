import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import {
  addPriced,
  confirm,
  type Member,
  makeChange,
  makeMember,
  otherCard,
  statesOf,
} from '../../../test/support/changing.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { ticketBody } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import {
  advanceDays,
  callOnOrder,
  FADING_CARD,
  subscribe,
} from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { errorTable } from '../../contract/errors.ts';
import { sql } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { decodeSessionId, type SessionId } from '../checkout-session/session-id.ts';
import { chargeChange, recordChange } from './confirm.ts';
import { confirmRows } from './confirm-input.ts';

const test = useTestApp();
const errors = errorTable('order', confirmRows);

/** A change of the member's plan, charged or its card saved, which is still to be recorded. */
async function chargeFor(member: Member, change: Readonly<Record<string, unknown>>) {
  const storeId = uuidOf('STO', member.club.store.id);
  const confirmation = {
    caller: { kind: 'buyer', storeId, buyerIdentity: null, environment: 'test' },
    input: {
      checkoutSessionId: decodeSessionId(await makeChange(member, change)) as SessionId,
      ...(await otherCard(test)),
    },
    ports: { ...createPayments('none', test.database), payments },
    now: test.clock.now(),
    transact: test.database.transaction,
  } as const;
  const charged = await chargeChange(confirmation, errors);
  if (!('session' in charged)) throw new Error('No card was saved');
  const record = () =>
    test.database.transaction((tx) => recordChange(tx, charged, confirmation, errors));
  return { pending: encodeId('ORD', charged.orderId), record };
}

it('does not answer as confirmed if the order was canceled while the card was being saved', async () => {
  const member = await makeMember(test);
  const { club } = member;
  const { pending, record } = await chargeFor(member, { changeTiming: 'next_period' });
  dataOf(await callOnOrder(club, 'cancel-order', pending));
  await expect(record()).rejects.toThrow('Checkout session has expired');
  expect(await statesOf(club, member.orderId, pending)).toEqual(['active', 'canceled']);
});

it('refuses to confirm a withdrawn or declined change again', async () => {
  const member = await makeMember(test);
  const { club } = member;
  const change = { changeTiming: 'next_period' };
  const sessionId = await makeChange(member, change);
  const { orderId } = dataOf(await confirm(club, sessionId));
  expect(dataOf(await confirm(club, sessionId))).toEqual({ orderId, status: 'pending' });
  dataOf(await callOnOrder(club, 'cancel-order', orderId));
  expectError(await confirm(club, sessionId), 400, 'Checkout session has expired', 'order');
  const fading = { ...member, orderId: await subscribe(club, { card: FADING_CARD }) };
  const declined = await makeChange(fading, change);
  dataOf(await confirm(club, declined));
  await advanceDays(club, 31);
  expectError(await confirm(club, declined), 400, 'Checkout session has expired', 'order');
});

it('starts no plan whose credit was refunded while the card was being saved', async () => {
  const member = await makeMember(test);
  const { club, orderId } = member;
  const basic = { ...member, pro: await addPriced(club, '2.00') };
  const { pending, record } = await chargeFor(basic, { changeTiming: 'immediate' });
  const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
    select id from payment where order_id = ${uuidOf('ORD', orderId)}`);
  const body = ticketBody({ paymentId: encodeId('PAY', payment?.id as Id<'PAY'>) });
  dataOf(await club.merchant.call('refund-ticket/create-ticket', body));
  await expect(record()).rejects.toThrow('The amount due is 2.00 USD');
  expect(await statesOf(club, orderId, pending)).toEqual(['active', 'pending']);
});
