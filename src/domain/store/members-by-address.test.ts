import { expect, it } from 'vitest';
import { signUpMerchant } from '../../../test/support/accounts.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

it('two stores that require two factors of the same members never wait in turn', async () => {
  const owner = await makeTwoFactor(test);
  const made = await owner.call('store/create-store', { name: 'Careful' });
  const storeId: string = made.body.data.store.id;
  const accounts = [await signUpMerchant(test), await signUpMerchant(test)];
  const emails = accounts.map(({ email }) => email).sort();
  for (const email of emails.toReversed()) {
    await owner.call('store-merchant/add-merchant', { storeId, email, role: 'member' });
  }
  await owner.call('store/require-two-factor', { storeId, required: true });
  // Each mail locks its address, in the order of the transaction's commands.
  const mails = await test.database.query<{ to: string }>(sql`
    select to_address as to from email_delivery
    where event_type = 'account.second_factor_required' and to_address = any(${emails})
    order by cmin::text::int`);
  expect(mails.map(({ to }) => to)).toEqual(emails);
});
