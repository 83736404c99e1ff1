import { expect, it } from 'vitest';
import {
  callAsNobody,
  PASSWORD,
  signUpConfirmed,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { makeAccount } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { updateName } from './update-name.ts';

const test = useTestApp();
const path = 'merchant/update-name';
const send = async (name: unknown) =>
  (await openDashboard(test, await makeAccount(test))).call(path, { name });

it('changes the name, and mails a notice', async () => {
  const { email, cookie } = await signUpConfirmed(test);
  const reply = await callAsNobody(test, path, { name: '  Ada  ' }, { cookie });
  expect(reply.body.data.merchant).toMatchObject({ email, name: 'Ada' });
  await test.app.worker.runOnce();
  const [mail] = await mailsTo(test, email, 'account.name_changed');
  expect(mail?.text).toContain('It is now Ada.');
});

it('mails no words to an address that was never confirmed, which may be a stranger’s', async () => {
  const { email, cookie } = await signUpMerchant(test);
  const advert = 'Pay at evil.example';
  const agent = { 'user-agent': advert };
  await callAsNobody(test, path, { name: advert }, { cookie });
  await callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD }, agent);
  await test.app.worker.runOnce();
  for (const type of ['account.name_changed', 'account.new_log_in']) {
    const [mail] = await mailsTo(test, email, type);
    expect([mail?.status, mail?.text?.includes('evil.example')]).toEqual(['success', false]);
  }
});

describeErrorRows(updateName, {
  missingName: () => send(' '),
  longName: () => send('x'.repeat(101)),
  controlName: () => send('a\u0007b'),
});
