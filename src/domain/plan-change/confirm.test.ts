import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { makeChange, makeMember, otherCard, statesOf } from '../../../test/support/changing.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { callOnOrder } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { decodeSessionId, type SessionId } from '../checkout-session/session-id.ts';
import { chargeChange, recordChange } from './confirm.ts';
import { confirmRows } from './confirm-input.ts';

const test = useTestApp();
const errors = errorTable('order', confirmRows);

it('does not answer as confirmed if the order was canceled while the card was being saved', async () => {
  const member = await makeMember(test);
  const { club } = member;
  const sessionId = await makeChange(member, { changeTiming: 'next_period' });
  const ports = { ...createPayments('none', test.database), payments };
  const storeId = uuidOf('STO', club.store.id);
  const confirmation = {
    caller: { kind: 'buyer', storeId, buyerIdentity: null, environment: 'test' },
    input: {
      checkoutSessionId: decodeSessionId(sessionId) as SessionId,
      ...(await otherCard(test)),
    },
    ports,
    now: test.clock.now(),
    transact: test.database.transaction,
  } as const;
  const charged = await chargeChange(confirmation, errors);
  if (!('timing' in charged)) throw new Error('No card was saved');
  const pending = encodeId('ORD', charged.orderId);
  dataOf(await callOnOrder(club, 'cancel-order', pending));
  const recording = test.database.transaction((tx) =>
    recordChange(tx, charged, confirmation, errors),
  );
  await expect(recording).rejects.toThrow('Checkout session has expired');
  expect(await statesOf(club, member.orderId, pending)).toEqual(['active', 'canceled']);
});
