import { expect, it } from 'vitest';
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
  const account = await makeAccount(test);
  const dashboard = await openDashboard(test, account);
  const reply = await dashboard.call(path, { name: '  Ada  ' });
  expect(reply.body.data.merchant).toMatchObject({ email: account.email, name: 'Ada' });
  await test.app.worker.runOnce();
  const [mail] = await mailsTo(test, account.email, 'account.name_changed');
  expect(mail?.text).toContain('It is now Ada.');
});

describeErrorRows(updateName, {
  missingName: () => send(' '),
  longName: () => send('x'.repeat(101)),
  controlName: () => send('a\u0007b'),
});
