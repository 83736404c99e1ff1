import { describe, expect, it } from 'vitest';
import { callAsNobody, signUpMerchant } from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { confirmEmail } from './confirm-email.ts';

const test = useTestApp();
const INVALID = 'Link is invalid or has expired, request a new one';
const send = (body: object) => callAsNobody(test, 'merchant/confirm-email', body);

describe('merchant/confirm-email', () => {
  it('confirms by the link that sign-up mailed, once', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const token = await codeMailedTo(test, email);
    expect((await send({ token })).body).toEqual({ data: { confirmed: true } });
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    expect(session.body.data.merchant).toMatchObject({ email, emailConfirmed: true });
    expectError(await send({ token }), 400, INVALID, 'user');
  });

  it('takes no link that sets a password', async () => {
    const { email } = await signUpMerchant(test);
    await callAsNobody(test, 'merchant/request-password-reset', { email });
    expectError(await send({ token: await codeMailedTo(test, email) }), 400, INVALID, 'user');
  });
});

describeErrorRows(confirmEmail, {
  missingToken: () => send({}),
  invalidToken: () => send({ token: 'nonsense' }),
});
