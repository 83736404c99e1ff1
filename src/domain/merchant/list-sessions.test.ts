import { expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  PASSWORD,
  signUpConfirmed,
} from '../../../test/support/accounts.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();

it("lists the account's sessions, and each login is mailed", async () => {
  const { email, cookie } = await signUpConfirmed(test);
  const agent = { 'user-agent': 'Browser/1.0' };
  const reply = await callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD }, agent);
  const headers = { cookie: cookieOf(reply) };
  const listed = await callAsNobody(test, 'merchant/list-sessions', {}, headers);
  expect(listed.body.data.sessions).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ isCurrent: true, address: '127.0.0.1', userAgent: 'Browser/1.0' },
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ isCurrent: false, address: '127.0.0.1' }),
  ]);
  await test.app.worker.runOnce();
  const [mail] = await mailsTo(test, email, 'account.new_log_in');
  expect(mail?.text).toMatch(/from 127\.0\.0\.1, with Browser\/1\.0/);
  expect(cookie).not.toBe(headers.cookie);
});
