import { expect, it } from 'vitest';
import {
  callAsNobody,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { mailsTo } from '../../../test/support/mail.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { changeEmail } from './change-email.ts';

const test = useTestApp();
const send = (body: object, cookie: string) =>
  callAsNobody(test, 'merchant/change-email', body, { cookie });
const asSomebody = async (change: object) =>
  send({ email: newEmail(), password: PASSWORD, ...change }, (await signUpMerchant(test)).cookie);

it('changes nothing until confirmed; an old address never confirmed gets no link', async () => {
  const { email, cookie } = await signUpMerchant(test);
  const next = newEmail();
  const reply = await send({ email: ` ${next.toUpperCase()}`, password: PASSWORD }, cookie);
  expect(reply.body.data).toEqual({ confirmAt: [next] });
  const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
  expect(session.body.data.merchant.email).toBe(email);
  expect(await mailsTo(test, email, 'account.confirm_new_email')).toEqual([]);
});

describeErrorRows(changeEmail, {
  missingEmail: () => asSomebody({ email: ' ' }),
  invalidEmail: () => asSomebody({ email: 'nobody' }),
  missingPassword: () => asSomebody({ password: '' }),
  wrong: () => asSomebody({ password: 'not the password' }),
  emailTaken: async () => asSomebody({ email: (await signUpMerchant(test)).email }),
  tooManyMails: async () => {
    const email = newEmail();
    for (let mails = 0; mails < 5; mails += 1) await asSomebody({ email });
    return asSomebody({ email });
  },
});
