import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { makeSale } from '../../../test/support/refunding.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { recordDispute } from './record-dispute.ts';

const test = useTestApp();

it('keeps the deadline of the callback that asked the provider last', async () => {
  const { shop, paymentId } = await makeSale(test);
  const payment = { id: uuidOf('PAY', paymentId), storeId: uuidOf('STO', shop.store.id) };
  const now = test.clock.now();
  const inDays = (days: number) => addMs(now, days * DAY_MS);
  const [first, second, third] = [inDays(7), inDays(9), inDays(8)];
  const amount = { amountMinor: 990n, currency: 'USD' };
  const facts = { reference: 'dp_1', status: 'open', reason: 'fraudulent', amount } as const;
  const report = (respondBy: Date, known: Date | null) =>
    test.database.transaction((tx) =>
      recordDispute(tx, payment, { ...facts, respondBy }, now, known),
    );
  const recorded = () =>
    test.database.query(sql`
      select respond_by as "respondBy" from dispute where store_id = ${payment.storeId}`);
  await report(first, null);
  await report(second, first);
  expect(await recorded()).toEqual([{ respondBy: second }]);
  // Both asked before the second deadline was recorded: one reads it, too, the other an older one.
  expect(await report(second, first)).toBe(true);
  await expect(report(first, first)).rejects.toThrow('has changed meanwhile');
  expect(await recorded()).toEqual([{ respondBy: second }]);
  await report(third, second);
  expect(await recorded()).toEqual([{ respondBy: third }]);
});
